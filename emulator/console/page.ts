import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** The console as one document; style and script are separate files only in the source. */
export const page = read("page.html")
  .replace("/* style */", () => read("style.css"))
  .replace("/* script */", () => read("script.js"));

/** No external content, and no other page may frame it. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
};
