import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const require = createRequire(import.meta.url);

/** The view library as installed: modules that a browser loads unchanged. */
const libraries: Readonly<Record<string, string>> = {
  preact: require.resolve("preact"),
  "preact/hooks": require.resolve("preact/hooks"),
  // The package's main file for `require` is CommonJS; the ES module is next to it.
  htm: join(require.resolve("htm"), "../htm.mjs"),
};
const fileOf = (specifier: string) => `${specifier.replace("/", "-")}.js`;

/** Modules of the console and of the libraries, by file name. */
export const scripts: ReadonlyMap<string, string> = new Map([
  ...readdirSync(new URL("script", import.meta.url)).map((name): [string, string] => [name, read(`script/${name}`)]),
  ...Object.entries(libraries).map(([name, file]): [string, string] => [fileOf(name), readFileSync(file, "utf8")]),
]);

/** Maps bare module names to URLs for the browser. */
const importMap = JSON.stringify({
  imports: Object.fromEntries(Object.keys(libraries).map((name) => [name, `./console/${fileOf(name)}`])),
});

/** The console's document; style and import map are separate only in the source. */
export const page = read("page.html")
  .replace("/* style */", () => read("style.css"))
  .replace('{"imports": {}}', () => importMap);

/** No external content, and no framing by other pages. The import map is the only inline script. */
export const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'sha256-${createHash("sha256").update(importMap).digest("base64")}'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'`,
};
