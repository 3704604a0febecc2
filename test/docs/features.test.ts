import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { resources } from "../../provider/resources/registry.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "test/README.md"), "utf8");

/** The table of features in `test/README.md`: what is tested as users run it, and where. */
const [, section = ""] = readme.split("\n## As users run it\n");
const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| (?!Feature|---)(.*) \| `(.*)` \| (.*) \|$/gm)].map(
  ([, feature = "", file = "", title = ""]) => ({ feature, file: join(root, `test/${file}.test.ts`), title }),
);
const texts = [...new Set(rows.map(({ file }) => file))].map((file) => readFileSync(file, "utf8"));

test("every feature names a test of real processes from packed packages, with logs and without preloaded modules", () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const { feature, file, title } of rows) {
    expect(existsSync(file), feature).toBe(true);
    const text = readFileSync(file, "utf8");
    expect(text, feature).toContain(`"${title}"`);
    expect(text, feature).toMatch(/usersEnvironment|usersProject/);
  }
});

test("the features are every resource, every entry point of a program and every command of the packages", () => {
  const all = texts.join("\n");
  for (const { area, type } of Object.values(resources)) expect(all).toMatch(new RegExp(`new ${area}\\.${type}\\(`));
  const { exports } = JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8")) as { exports: object };
  expect(Object.keys(exports)).toEqual(expect.arrayContaining([".", "./native"]));
  const named = ["program", "review-commands"].flatMap((file) => [
    ...readFileSync(join(root, `provider/cli/${file}.ts`), "utf8").matchAll(/program\.command\("([^"]+)"\)/g),
  ]);
  // `explain` only prints a text of the package; cli/conveniences tests it.
  const commands = named.map(([, name]) => name).filter((name) => name !== "explain");
  expect(commands.length).toBeGreaterThan(4);
  for (const command of commands) expect(all).toContain(`"${command}"`);
  for (const command of ["cloudplatform", "cloudplatform-policy", "cloudplatform-emulator"])
    expect(all).toContain(`"${command}"`);
});
