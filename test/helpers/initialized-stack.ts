import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileBackendUrl } from "./file-backend.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache/initialized-stacks", import.meta.url));

/** A project folder whose backend is in `backend`. */
export interface Project {
  folder: string;
  name: string;
  /** Version of the CLI that creates the stack. */
  version: string;
  secretsProvider: string;
}

/**
 * Creates and selects the stack `test`. It copies the files that `pulumi stack init` created for the first project of this
 * name: 1/3 s of processor time for each of 100 stacks adds up to half a minute of a whole run.
 */
export async function initializeStack(
  { folder, name, version, secretsProvider }: Project,
  init: () => Promise<void>,
): Promise<void> {
  const copied = ["Pulumi.test.yaml", "backend"];
  const made = join(cache, `${version}-${name}-${secretsProvider.replace(/\W+/g, "-")}`);
  if (!existsSync(made)) {
    await init();
    const draft = `${made}-${randomUUID()}`;
    for (const part of copied) await cp(join(folder, part), join(draft, part), { recursive: true });
    // Another test file may have created the copy first.
    await rename(draft, made).catch(() => rm(draft, { recursive: true, force: true }));
    return;
  }
  for (const part of copied) await cp(join(made, part), join(folder, part), { recursive: true });
  await select(folder, name);
}

/** Writes the file that `pulumi stack select` writes. */
async function select(folder: string, name: string): Promise<void> {
  const home = join(process.env.PULUMI_HOME ?? join(homedir(), ".pulumi"), "workspaces");
  await mkdir(home, { recursive: true });
  const project = createHash("sha1").update(join(folder, "Pulumi.yaml")).digest("hex");
  const stacks = { [fileBackendUrl(join(folder, "backend"))]: `organization/${name}/test` };
  await writeFile(join(home, `${name}-${project}-workspace.json`), JSON.stringify({ stacks }));
}
