import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { writeNotices } from "../notices.ts";
import { executable, pluginFile, root } from "../packages.ts";

/** The result of building the plugin. */
export interface Built {
  /** The plugin's single file. */
  file: string;
  /** Paths of the modules that it includes. */
  modules: readonly string[];
}

const plugin = fileURLToPath(new URL("../../pulumi/native/plugin", import.meta.url));

/**
 * Builds the plugin into a folder: a single JavaScript file with everything in it, the licenses of what it includes, and the
 * executables that start it. There is no `PulumiPlugin.yaml`: with one, `pulumi plugin install` and `pulumi package add` would
 * install npm packages.
 *
 * Only the entry point's own modules have side effects, so that the classes of programs, and Pulumi's SDK, which they extend, are
 * left out.
 */
export async function buildPlugin(folder: string): Promise<Built> {
  const build = await rolldown({
    input: join(plugin, "main.ts"),
    platform: "node",
    external: [/^node:/, /^@pulumi\/pulumi$/],
    treeshake: {
      moduleSideEffects: hasEffects,
      propertyReadSideEffects: false,
      // Called by the classes of programs when they are defined.
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

/** Whether a module may act when it is loaded: any module of another package, and the plugin's own. */
function hasEffects(id: string): boolean {
  return id.includes("node_modules") || id.startsWith(plugin);
}

/** A single letter beyond Latin-1 makes V8 store the whole text at twice the size, and slows down the start. */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Reports a Node that is too old, instead of a syntax error or a missing method. */
const versionCheck = `"use strict";{const [major,minor]=process.versions.node.split(".").map(Number);if(major<22||(major===22&&minor<19)){console.error("${executable} needs Node.js 22.19 or newer; this is "+process.versions.node+".");process.exit(1);}}\n`;

/** The engine starts the executable; `.cmd` is for Windows, where the engine does not find files without an extension. */
function writeExecutables(folder: string): void {
  // For a folder, `pulumi package` takes the executable whose name is not that of a plugin inside it.
  for (const shell of [executable, executable.replace(/[^-]*$/, "")].map((name) => join(folder, name))) {
    writeFileSync(shell, `#!/usr/bin/env node\n${withCompileCache}require("./${pluginFile}");\n`);
    chmodSync(shell, 0o755);
  }
  writeFileSync(join(folder, `${executable}.cmd`), `@node "%~dp0${executable}" %*\r\n`);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs", main: pluginFile })}\n`);
}

/**
 * From the second start on, Node finds the compiled plugin in the plugin's folder. Node's default, the folder for temporary
 * files, may be writable for others. If the plugin's folder is read-only, Node compiles at each start.
 */
const withCompileCache =
  'require("node:module").enableCompileCache?.(require("node:path").join(__dirname, "compile-cache"));\n';
