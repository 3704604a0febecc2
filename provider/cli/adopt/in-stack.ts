import { reasonOf } from "../../engine/backend/cli.ts";
import { ownResources } from "../../engine/backend/objects-in-state.ts";
import { objectsOf } from "../../pulumi/formats/composite.ts";
import { parseState } from "../../pulumi/formats/stack-export.ts";
import { nativeToken } from "../../pulumi/formats/type-token.ts";
import { pulumiIn } from "../doctor/pulumi.ts";
import { projectOf } from "../stack-settings.ts";
import type { Terminal } from "../terminal.ts";
import { type Kind, tokenOf } from "./kinds.ts";

/** What the selected stack has in state already; or why that is not known. */
export interface InStack {
  /** URN of the resource that has an object; of a rule of a set with its key. */
  ownerOf(kind: Kind, id: string): string | undefined;
  unknown?: string;
}

/** An object belongs to one resource: what the stack has is not adopted once more, for a later deletion would hit both. */
export async function readStackObjects({ environment, folder, signal }: Terminal): Promise<InStack> {
  const project = projectOf(folder ?? process.cwd());
  if (project === undefined) return { ownerOf: () => undefined, unknown: "there is no Pulumi.yaml here" };
  const { code, stdout, stderr } = await pulumiIn(project, environment, signal)("stack", "export");
  if (code !== 0) return { ownerOf: () => undefined, unknown: reasonOf({ stdout, stderr }) };
  const owners = new Map(
    ownResources(parseState(stdout))
      .flatMap(objectsOf)
      .map(({ type, id, urn }) => [`${type} ${id}`, urn]),
  );
  return { ownerOf: (kind, id) => owners.get(`${nativeToken(tokenOf(kind))} ${id}`) };
}
