import { cpSync, globSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type MarkdownIt from "markdown-it/index.js";
import type { StateCore } from "markdown-it/index.js";
import { type DefaultTheme, defineConfig } from "vitepress";
import { anchorOf } from "../../provider/generate/anchor.ts";
import { exampleFiles, languageTabs } from "./examples.ts";

/** Examples that are read as pages: each is a program. Workflows are files to copy, and the quickstart is the tutorial. */
const examples: Readonly<Record<string, string>> = {
  kubernetes: "Cluster",
  "rule-set": "Rule set",
  "edge-template": "Edge app",
  reservation: "Reservation",
  inventory: "Inventory",
  components: "Components of a team",
  "policy-violations": "Policy violations",
  "policy-pack": "Policy pack",
};

/** Pages for those who change or publish the project, or that npm shows, are read in the repository. */
const repository = ["{CONTRIBUTING,DEPENDENCIES,SECURITY}.md", "{provider,templates}/README.md"];

/** Folders whose READMEs are for contributors, or for readers of the sources. */
const sources = new RegExp(
  `^(examples/(?!(${Object.keys(examples).join("|")})/)|bench|campaigns|sdk|test|dist|tools)/?|^(emulator|policies|provider)/[^/]+/`,
);

/** Links to files and folders of the repository that are no pages become plain text on the site. */
function unlinkFiles({ tokens, env }: StateCore): void {
  const folder = posix.dirname(String(env.relativePath ?? ""));
  const isPage = (path: string) => {
    const file = posix.join(folder, path);
    return path.endsWith(".md") && !sources.test(file) && !repository.some((one) => posix.matchesGlob(file, one));
  };
  for (const { children } of tokens) {
    let isUnlinked = false;
    for (const token of children ?? []) {
      if (token.type === "link_close" && isUnlinked) token.tag = "span";
      if (token.type !== "link_open") continue;
      const [path = ""] = (token.attrGet("href") ?? "").split("#");
      isUnlinked = path !== "" && !/^https?:/.test(path) && !isPage(path);
      if (isUnlinked) Object.assign(token, { tag: "span", attrs: null });
    }
  }
}

/** The only markup of the pages: line breaks in cells of tables. */
function breakLines({ tokens, Token }: StateCore): void {
  for (const block of tokens)
    block.children =
      block.children?.flatMap((token) =>
        token.type !== "text"
          ? [token]
          : token.content.split("<br>").flatMap((content, index) => {
              const text = Object.assign(new Token("text", "", 0), { content });
              return index === 0 ? [text] : [new Token("hardbreak", "br", 0), text];
            }),
      ) ?? null;
}

/** Long paths and names may break where their words end, so that no column of a table is pushed out of view. */
function breakNames(markdown: MarkdownIt): void {
  const rendered = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (...args) =>
    (rendered?.(...args) ?? "").replace(/>([^<]*)</, (_, text: string) => {
      return `>${text.replace(/(?<=[a-z])(?=[A-Z])|(?<=[/._](?=\w))/g, "<wbr>")}<`;
    });
}

/** Comments are for authors and tests. */
function withoutComments(state: StateCore): void {
  state.src = state.src.replace(/^<!--.*-->\n/gm, "");
}

/** The reference pages of resources, or of functions: a page for those of each area. */
function referencePages(kind: "resources" | "functions"): DefaultTheme.SidebarItem[] {
  const folder = new URL("../reference/", import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const [, title = ""] = /^# (.+)$/m.exec(readFileSync(new URL(file, folder), "utf8")) ?? [];
    const isOfKind = kind === "functions" ? title.endsWith(" functions") : title.includes(".");
    return isOfKind ? [{ text: title, link: `/docs/reference/${file.replace(".md", "")}` }] : [];
  });
}

/** Pages that are tables of many columns have no outline beside them. */
const wide = new Set(["docs/settings.md", "docs/compatibility.md", "docs/reference/index.md", "policies/rules.md"]);

/** The documentation site: all Markdown of the repository, so that a page is written once and its links work in both places. */
export default defineConfig({
  title: "Cloud platform as code",
  description: "Pulumi resources, functions, policies and an emulator for a cloud platform",
  srcDir: "..",
  srcExclude: [
    "**/node_modules/**",
    "{emulator,policies,provider,tools}/*/**",
    "tools/*",
    "examples/README.md",
    `examples/!(${Object.keys(examples).join("|")})/**`,
    "examples/*/*/**",
    ...repository,
    "bench/**",
    "campaigns/**",
    "sdk/**",
    "test/**",
    "dist/**",
  ],
  outDir: "./.vitepress/dist",
  cacheDir: "./.vitepress/cache",
  // Relative links must stay right, so only a name in the same folder may change.
  rewrites: { "README.md": "index.md" },
  // For assistants: each page of docs as it is written, and the list of them.
  buildEnd({ outDir }) {
    const docs = fileURLToPath(new URL("..", import.meta.url));
    cpSync(`${docs}/llms.txt`, `${outDir}/llms.txt`);
    for (const file of globSync("{*,guides/*,platform/*,reference/*}.md", { cwd: docs }))
      cpSync(`${docs}/${file}`, `${outDir}/docs/${file}`);
  },
  lastUpdated: false,
  transformPageData: ({ relativePath }) => {
    if (relativePath === "index.md") return { frontmatter: { aside: false, sidebar: false, pageClass: "home" } };
    return wide.has(relativePath) ? { frontmatter: { aside: false } } : {};
  },
  // Types such as Output<T> are text, not markup.
  markdown: {
    html: false,
    // By default code is left without colors after half a second, which a busy machine needs for the first block.
    shikiSetup: (highlighter) => {
      const { codeToHtml } = highlighter;
      highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
    },
    // Links to headings work here and on GitHub.
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      markdown.core.ruler.before("normalize", "comments", withoutComments);
      markdown.core.ruler.before("normalize", "language-tabs", languageTabs);
      markdown.core.ruler.before("normalize", "example-files", exampleFiles);
      markdown.core.ruler.push("repository-links", unlinkFiles);
      markdown.core.ruler.push("line-breaks", breakLines);
      breakNames(markdown);
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/docs/tutorial" },
      { text: "Guides", link: "/docs/guides/own-project" },
      { text: "Reference", link: "/docs/reference/" },
      { text: "Emulator", link: "/emulator/README" },
    ],
    sidebar: [
      {
        text: "Get started",
        items: [
          { text: "Overview", link: "/docs/" },
          { text: "Tutorial", link: "/docs/tutorial" },
          { text: "Your own project", link: "/docs/guides/own-project" },
          { text: "A real account", link: "/docs/guides/real-account" },
          { text: "Import existing resources", link: "/docs/guides/adoption" },
        ],
      },
      {
        text: "Write programs",
        items: [
          { text: "IDs and names", link: "/docs/guides/ids" },
          { text: "Rule sets", link: "/docs/guides/rule-sets" },
          { text: "Kubeconfig", link: "/docs/guides/kubeconfig" },
          { text: "Components", link: "/docs/guides/components" },
          { text: "Secrets", link: "/docs/guides/secrets" },
          { text: "Several accounts", link: "/docs/guides/several-accounts" },
          { text: "Unit tests", link: "/docs/guides/unit-tests" },
          { text: "Automation API", link: "/docs/guides/automation-api" },
          { text: "Other languages", link: "/docs/guides/native" },
        ],
      },
      {
        text: "Examples",
        collapsed: true,
        items: Object.entries(examples).map(([name, text]) => ({ text, link: `/examples/${name}/README` })),
      },
      {
        text: "Review changes",
        items: [
          { text: "Prices and commitments", link: "/docs/guides/prices" },
          { text: "Policies", link: "/policies/README" },
          { text: "Review and apply", link: "/docs/guides/review" },
          { text: "CI and GitOps", link: "/docs/guides/ci" },
          { text: "Assistants", link: "/docs/guides/assistants" },
        ],
      },
      {
        text: "Operate",
        items: [
          { text: "Interrupted runs", link: "/docs/interrupted-runs" },
          { text: "Troubleshooting", link: "/docs/troubleshooting" },
          { text: "Performance", link: "/docs/performance" },
          { text: "Many stacks and runners", link: "/docs/many-runners" },
        ],
      },
      {
        text: "Reference",
        link: "/docs/reference/",
        items: [
          { text: "Resources", collapsed: true, items: referencePages("resources") },
          { text: "Functions", collapsed: true, items: referencePages("functions") },
          { text: "Settings", link: "/docs/settings" },
          { text: "Commands", link: "/docs/commands" },
          { text: "Error codes", link: "/docs/errors" },
          { text: "Policy rules", link: "/policies/rules" },
          { text: "Emulator", link: "/emulator/README" },
          { text: "Compatibility", link: "/docs/compatibility" },
          { text: "Platform API", link: "/docs/platform/" },
          { text: "Changelog", link: "/CHANGELOG" },
        ],
      },
    ],
  },
});
