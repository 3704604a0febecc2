import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Whether the registry already has a version: a release that stopped halfway continues with the other packages. */
export async function isPublished(
  name: string,
  version: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)("npm", ["view", `${name}@${version}`, "version", "--json"], { env });
    return stdout.includes(version);
  } catch (error) {
    // A failing registry proves neither.
    if (error instanceof Error && "stdout" in error && String(error.stdout).includes("E404")) return false;
    throw error;
  }
}
