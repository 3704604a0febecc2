import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Extension in the imports of a program's own files. */
export type ImportExtension = ".ts" | "";

/**
 * Node.js resolves ES modules in TypeScript by full file name. The template of `pulumi new typescript` uses CommonJS, whose
 * compiler rejects `.ts` in an import.
 */
export function importExtensionIn(folder: string): ImportExtension {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const type = packageTypeIn(at);
    if (type !== undefined || at === dirname(at)) return type === "module" ? ".ts" : "";
  }
}

function packageTypeIn(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { type?: unknown }).type ?? "commonjs";
  } catch {
    return undefined;
  }
}
