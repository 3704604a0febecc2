import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

type Parser = Pick<typeof import("@actions/workflow-parser"), "NoOperationTraceWriter" | "parseWorkflow">;

/** Loads GitHub's parser of workflows. It imports JSON in a way that Node rejects, so it is bundled first. */
export async function workflowParser(): Promise<Parser> {
  const build = await rolldown({
    input: fileURLToPath(import.meta.resolve("@actions/workflow-parser")),
    platform: "node",
    logLevel: "silent",
  });
  const folder = await mkdtemp(join(tmpdir(), "workflow-parser-"));
  try {
    const { output } = await build.generate({ format: "esm" });
    const file = join(folder, "parser.mjs");
    await writeFile(file, output[0].code);
    return await import(pathToFileURL(file).href);
  } finally {
    await build.close();
    await rm(folder, { recursive: true, force: true });
  }
}
