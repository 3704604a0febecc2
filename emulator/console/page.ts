import { readdirSync, readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** The console's document; its style is a separate file only in the source. */
export const page = read("page.html").replace("/* style */", () => read("style.css"));

/** The modules of its script by file name. */
export const scripts: ReadonlyMap<string, string> = new Map(
  readdirSync(new URL("script", import.meta.url)).map((name) => [name, read(`script/${name}`)]),
);

/** No external content, and no other page may frame it. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
};
