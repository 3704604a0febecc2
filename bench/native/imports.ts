import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkBuiltPackage } from "../../test/helpers/built-package.ts";

/** Inside the checkout, so that Node finds the SDK. */
const stacks = fileURLToPath(new URL("../../test/.stacks/", import.meta.url));

/** What a program that imports the package takes longer than one that imports the SDK alone, in ms, once for each turn. */
export async function importTimes(turns: number): Promise<number[]> {
  mkdirSync(stacks, { recursive: true });
  const folder = mkdtempSync(join(stacks, "import-"));
  await linkBuiltPackage(folder);
  const timed = (module: string) => {
    const begun = performance.now();
    execFileSync(process.execPath, ["--input-type=module", "--eval", `import "${module}";`], { cwd: folder });
    return performance.now() - begun;
  };
  try {
    return Array.from({ length: turns }, () => {
      const sdk = timed("@pulumi/pulumi");
      return timed("@cloudplatform/pulumi") - sdk;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
