import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { writeNotices } from "../notices.ts";
import { executable, pluginFile, root } from "../packages.ts";

/** What the plugin is built from. */
export interface Built {
  /** Its one file. */
  file: string;
  /** Modules whose code is in it, by path. */
  modules: readonly string[];
}

const plugin = fileURLToPath(new URL("../../pulumi/native/plugin", import.meta.url));

/**
 * Builds the plugin into a folder: one file of JavaScript with everything in it, the licenses of what it includes, and the executables
 * that start it. There is no `PulumiPlugin.yaml`: with one, `pulumi plugin install` and `pulumi package add` install packages of npm.
 *
 * Modules have no effects of their own but those of the entry point, so that the classes of programs and Pulumi's SDK, which
 * they extend, are left out.
 */
export async function buildPlugin(folder: string): Promise<Built> {
  const build = await rolldown({
    input: join(plugin, "main.ts"),
    platform: "node",
    external: [/^node:/, /^@pulumi\/pulumi$/],
    treeshake: {
      moduleSideEffects: hasEffects,
      propertyReadSideEffects: false,
      // What the classes of programs call when they are defined.
      manualPureFunctions: ["tokenOf"],
    },
    logLevel: "warn",
  });
  try {
    const { output } = await build.generate({
      format: "cjs",
      minify: true,
      comments: { legal: false },
      codeSplitting: false,
    });
    const [{ code, modules }] = output;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, pluginFile);
    writeFileSync(file, `${versionCheck}${inAscii(code)}`);
    writeExecutables(folder);
    const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
    const paths = used.map(([path]) => path);
    writeNotices(folder, paths);
    return { file, modules: paths };
  } finally {
    await build.close();
  }
}

/** Our modules that act when they are loaded; of other packages each may. */
function hasEffects(id: string): boolean {
  return id.includes("node_modules") || id.startsWith(plugin);
}

/** Of one letter beyond Latin-1 V8 makes the whole text twice as large, and its start slower. */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A Node that is too old says so, instead of a syntax error or a missing method. */
const versionCheck = `"use strict";{const [major,minor]=process.versions.node.split(".").map(Number);if(major<22||(major===22&&minor<19)){console.error("${executable} needs Node.js 22.19 or newer; this is "+process.versions.node+".");process.exit(1);}}\n`;

/** The engine starts the executable; `.cmd` is for Windows, where the engine finds no file without an extension. */
function writeExecutables(folder: string): void {
  // Of a folder that it is given, `pulumi package` takes the executable whose name has that of no plugin in it.
  for (const shell of [executable, executable.replace(/[^-]*$/, "")].map((name) => join(folder, name))) {
    writeFileSync(shell, `#!/usr/bin/env node\n${withCompileCache}require("./${pluginFile}");\n`);
    chmodSync(shell, 0o755);
  }
  writeFileSync(join(folder, `${executable}.cmd`), `@node "%~dp0${executable}" %*\r\n`);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs", main: pluginFile })}\n`);
}

/**
 * From the second start on Node finds the plugin compiled, in the plugin's folder: in that for temporary files, Node's default, others
 * could write. Where the folder is read-only, Node compiles at each start.
 */
const withCompileCache =
  'require("node:module").enableCompileCache?.(require("node:path").join(__dirname, "compile-cache"));\n';
