import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../../provider/cli/program.ts";
import { anchorOf } from "../../provider/generate/anchor.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = globSync(
  "{*.md,docs/**/*.md,provider/*.md,emulator/*.md,policies/*.md,{bench,campaigns,tools}/**/*.md,examples/**/*.md}",
  {
    cwd: root,
    exclude: ["**/node_modules/**"],
  },
).sort();

/** Returns a page's text outside of code. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, (code) => (/\]\(/.test(code) ? "" : code));
}

const anchors = new Map<string, Set<string>>();

/** Returns the anchors of a page's headings on GitHub. */
function anchorsOf(page: string): Set<string> {
  const known = anchors.get(page);
  if (known !== undefined) return known;
  const headings = [...proseOf(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  const found = new Set(headings);
  anchors.set(page, found);
  return found;
}

describe.each(pages)("%s", (page) => {
  test("links only to pages, files and headings that exist", () => {
    const broken = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? join(root, page) : resolve(root, dirname(page), decodeURIComponent(path));
        if (!existsSync(target)) return true;
        if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith(".md")) return false;
        return !anchorsOf(target.slice(root.length)).has(anchor);
      });
    expect(broken).toEqual([]);
  });
});

const terminal = {
  ...{ out: () => undefined, err: () => undefined, isInteractive: false, environment: {} },
  signal: new AbortController().signal,
};

/** Returns the commands of a page. Lines that a backslash continues are joined. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/\\\n\s*/g, "");
  return [...text.matchAll(/(?:npx --no-install |\$ |`)(cloudplatform(?: [^\s`|#]+)+)/g)].map(
    ([, command = ""]) => command,
  );
}

test("every cloudplatform command that a page shows exists, with its options", () => {
  const program = buildProgram(terminal, () => undefined);
  const unknown = pages.flatMap((page) =>
    commandsOf(page).filter((command) => {
      let current = program;
      for (const word of command.split(" ").slice(1)) {
        const flag = /^(--[a-z-]+)/.exec(word)?.[1];
        if (flag === "--help" || flag === "--version") continue;
        if (flag !== undefined && !current.options.some((option) => option.long === flag)) return true;
        const next = current.commands.find((one) => one.name() === word || one.aliases().includes(word));
        if (next === undefined && current === program) return true;
        current = next ?? current;
      }
      return false;
    }),
  );
  expect(unknown).toEqual([]);
});
