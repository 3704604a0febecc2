import { reasonOf } from "../../engine/backend/cli.ts";
import { ownResources } from "../../engine/backend/objects-in-state.ts";
import { objectsOf } from "../../pulumi/formats/composite.ts";
import { parseState } from "../../pulumi/formats/stack-export.ts";
import { nativeToken } from "../../pulumi/formats/type-token.ts";
import { pulumiIn } from "../doctor/pulumi.ts";
import { projectOf } from "../stack-settings.ts";
import type { Terminal } from "../terminal.ts";
import { type Kind, tokenOf } from "./kinds.ts";

/** The objects in the selected stack's state, or why they are not known. */
export interface InStack {
  /** URN of the resource that manages an object. For a rule of a set, the URN has the rule's key. */
  ownerOf(kind: Kind, id: string): string | undefined;
  unknown?: string;
}

/**
 * Reads the stack's objects. An object belongs to one resource: importing it a second time would let a later deletion affect
 * both.
 */
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
