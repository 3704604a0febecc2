import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { openSandbox, root } from "./sandbox.ts";

/** Platform seconds per real second: a cluster's 10 minutes take 10 seconds. */
const speed = 60;

/** `npm run example -- <name> <command>`: runs a Pulumi command on an example, with the emulator running meanwhile. */
const [name = "", ...args] = process.argv.slice(2);
const folder = join(root, "examples", name);
if (name === "" || !existsSync(join(folder, "Pulumi.yaml"))) {
  const names = globSync("*/Pulumi.yaml", { cwd: join(root, "examples") }).map((file) => dirname(file));
  console.error(`${name === "" ? "Name an example" : `There is no example "${name}"`}: ${names.sort().join(", ")}.
For instance: npm run example -- kubernetes up --yes`);
  process.exitCode = 2;
} else {
  const sandbox = await openSandbox({ folder, speed });
  try {
    process.exitCode = await sandbox.pulumi(args);
  } finally {
    await sandbox.close();
  }
}
