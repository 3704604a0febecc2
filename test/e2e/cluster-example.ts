import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestStack } from "../helpers/stack.ts";

/** Copies the Kubernetes example unchanged into a stack, and returns its program. */
export async function useClusterExample({ folder }: TestStack): Promise<string> {
  const example = new URL("../../examples/kubernetes/", import.meta.url);
  const program = await readFile(new URL("index.ts", example), "utf8");
  const project = await readFile(new URL("Pulumi.yaml", example), "utf8");
  await writeFile(join(folder, "Pulumi.yaml"), project.replace(/^name: .*/, "name: test"));
  await writeFile(join(folder, "index.ts"), program);
  return program;
}
