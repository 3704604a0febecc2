import { readFileSync } from "node:fs";
import { anchorOf } from "../../provider/generate/anchor.ts";

const pages = ["platform-api", "companion"] as const;

/** Anchors of the pages' sections, by `platform-api 2.2` and `platform-api 4 #2`. */
const anchors: ReadonlyMap<string, string> = new Map(
  pages.flatMap((page) => {
    const text = readFileSync(new URL(`../../docs/platform/${page}.md`, import.meta.url), "utf8");
    return [...text.matchAll(/^#+ ((\d+(?:\.\d+)?(?: #\d+)?) .+)$/gm)].map(
      ([, heading = "", number]) => [`${page} ${number}`, `${page}.md#${anchorOf(heading)}`] as const,
    );
  }),
);

/** Converts the sections that a text cites to links: `platform-api §2.2, §4 #2; companion §3`. */
export function linkCitations(text: string): string {
  let page = "";
  let section = "";
  return text.replace(
    /\b(platform-api|companion)\b|§(\d+(?:\.\d+)?)(?: (#\d+))?|(?<=, )#\d+/g,
    (token, named, number, of) => {
      if (named !== undefined) {
        page = named;
        return token;
      }
      if (number !== undefined) section = number;
      const row = of ?? (number === undefined ? token : undefined);
      const anchor = anchors.get(`${page} ${section}${row === undefined ? "" : ` ${row}`}`);
      if (anchor === undefined)
        throw new Error(`docs/platform has no section ${page} ${token}, which a docstring cites.`);
      return `[${token}](../platform/${anchor})`;
    },
  );
}
