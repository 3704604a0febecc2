import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { InputError } from "../../../client/index.ts";
import { isPulumiState, pulumiSource } from "./pulumi-state.ts";
import type { Source } from "./source.ts";
import { isTerraformState, terraformSource } from "./terraform-state.ts";

/** Reads the state of another tool from a file, or from standard input where the file is `-`. */
export async function readSource(file: string): Promise<Source> {
  const content = await contentOf(file);
  const json = objectIn(content);
  if (json !== undefined && isPulumiState(json)) return pulumiSource(content);
  if (json !== undefined && isTerraformState(json)) return terraformSource(json);
  throw new InputError("adopt --from", [
    `"${file}" is no state: pass terraform.tfstate, or what terraform state pull or pulumi stack export prints`,
  ]);
}

async function contentOf(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new InputError("adopt --from", [`"${file}" cannot be read: ${(error as Error).message}`]);
  }
}

function objectIn(content: string): object | undefined {
  try {
    const json: unknown = JSON.parse(content);
    return json !== null && typeof json === "object" ? json : undefined;
  } catch {
    return undefined;
  }
}
