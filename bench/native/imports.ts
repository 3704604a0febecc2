import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkBuiltPackage } from "../../test/helpers/built-package.ts";

/** Inside the checkout, where Node finds the SDK. */
const stacks = fileURLToPath(new URL("../../test/.stacks/", import.meta.url));

/** Measures how long a program that has already imported the SDK takes to import the package, in ms, once per turn. */
export async function importTimes(turns: number): Promise<number[]> {
  mkdirSync(stacks, { recursive: true });
  const folder = mkdtempSync(join(stacks, "import-"));
  await linkBuiltPackage(folder);
  const program = `import "@pulumi/pulumi";
    const begun = performance.now();
    await import("@cloudplatform/pulumi");
    console.log(performance.now() - begun);`;
  try {
    return Array.from({ length: turns }, () =>
      Number(
        execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder, encoding: "utf8" }),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
