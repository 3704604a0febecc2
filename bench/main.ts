import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `npm run bench [-- <name>…]`: runs each benchmark, or those that are named; each writes its own results. */
const here = fileURLToPath(new URL(".", import.meta.url));
const all = readdirSync(here).filter((name) => existsSync(`${here}${name}/run.ts`));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;

for (const name of wanted) {
  if (!all.includes(name)) {
    console.error(`There is no benchmark "${name}"; there are ${all.join(", ")}.`);
    process.exit(2);
  }
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [`${here}${name}/run.ts`], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
