import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folders whose sources get mutants. */
export const rooms = ["provider/engine", "provider/resources", "provider/client", "provider/review", "policies"];

/** Tests of other sources, of the documentation, and of files built from the unchanged sources. */
const otherTests = /^test\/(bench|campaigns|compatibility|docs|emulator|generate|templates|tools|types)\//;

/** Whether a test file may notice a mutant. */
export function mayNotice(testFile: string): boolean {
  return !otherTests.test(testFile);
}

export function isMutated(file: string): boolean {
  const isSource = file.endsWith(".ts") && !/(^|\/)(dist|node_modules)\//.test(file) && !file.endsWith(".d.ts");
  return isSource && rooms.some((room) => file.startsWith(`${room}/`));
}

/** The sources that get mutants, as paths from the root of the checkout. */
export function sources(): string[] {
  const files = rooms.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: root, exclude: ["**/node_modules/**"] }));
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .filter(isMutated)
    .sort();
}
