import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkBuiltPackage } from "../../test/helpers/built-package.ts";

/** Inside the checkout, so that Node finds the SDK. */
const stacks = fileURLToPath(new URL("../../test/.stacks/", import.meta.url));

/** How long a program that has imported the SDK takes to import the package, in ms, once for each turn. */
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
