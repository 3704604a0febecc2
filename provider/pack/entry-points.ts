import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Built } from "./javascript.ts";
import type { PackedPackage } from "./packages.ts";

/**
 * Writes the files that programs import and commands start to the package's root, where TypeScript's older module resolution,
 * which does not support `exports`, also finds `client.js` for `@cloudplatform/pulumi/client`. Each file checks the version of
 * Node before it loads anything that an older one may not understand.
 */
export function writeEntryPoints(one: PackedPackage, built: Built, stage: string): void {
  const write = (file: string, ...lines: string[]) => writeFileSync(join(stage, file), `${lines.join("\n")}\n`);
  cpSync(fileURLToPath(new URL("../values/check-node.cjs", import.meta.url)), join(stage, "lib", "check-node.js"));
  for (const [name, source] of Object.entries(one.entries)) {
    const names = built.exports.get(name) ?? [];
    const types = `./types/${source.replace(/\.ts$/, ".js")}`;
    write(
      `${name}.js`,
      '"use strict";',
      'require("./lib/check-node.js");',
      `module.exports = require("./lib/${name}.js");`,
    );
    write(`${name}.mjs`, `import entry from "./${name}.js";`, "", `export const { ${names.join(", ")} } = entry;`);
    write(`${name}.d.ts`, `export * from "${types}";`);
    write(`${name}.d.mts`, `export * from "./${name}.js";`);
  }
  mkdirSync(join(stage, "bin"));
  for (const [name, source] of Object.entries(one.commands))
    write(
      `bin/${name}.js`,
      "#!/usr/bin/env node",
      '"use strict";',
      "try {",
      '  require("../lib/check-node.js");',
      "} catch (error) {",
      "  console.error(error.message);",
      "  process.exit(1);",
      "}",
      source.endsWith(".ts") ? `require("../lib/${name}.js");` : `import("../${source}");`,
    );
}
