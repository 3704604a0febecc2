import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { settingNames } from "../../provider/client/settings.ts";
import source from "../../provider/pulumi/native/schema/examples/source.json" with { type: "json" };
import type { EnumSpec, PackageSpec } from "../../provider/pulumi/native/schema/types.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };

/** Requirements of the Pulumi Registry (pulumi.com/docs/iac/guides/building-extending/packages/publishing-packages). */
const schema = served as unknown as PackageSpec;
const documented = [...Object.entries(schema.resources), ...Object.entries(schema.functions)];
const page = (name: string) => readFileSync(new URL(`../../sdk/registry/${name}`, import.meta.url), "utf8");

test("the package names its publisher, its places, its license, and a package of every language", () => {
  for (const name of ["displayName", "publisher", "description", "license", "attribution"])
    expect(schema[name], name).toMatch(/\S/);
  for (const name of ["homepage", "repository", "pluginDownloadURL"])
    expect(String(schema[name]), name).toMatch(/^https:\/\/[\w.-]+(\/[\w./-]*[\w-])?$/);
  expect(schema.keywords).toContain("category/cloud");
  expect(schema.keywords).toContain("kind/native");
  expect(Object.keys(schema.language as object).sort()).toEqual(["csharp", "go", "java", "nodejs", "python"]);
});

describe.each(documented)("%s", (token, { description = "" }) => {
  test("describes itself in its first sentence, without terms of one language", () => {
    const [first = ""] = description.split("\n\n");
    expect(first).toMatch(/[.:]/);
    expect(description.split("## Example Usage")[0]).not.toMatch(
      /§|\{@link|\*Source|platform-api|companion §|undefined|TypeScript/,
    );
  });

  test("has an example in every language, with every argument", () => {
    const { values } = (source as Readonly<Record<string, { values: object }>>)[token] ?? { values: {} };
    for (const language of ["typescript", "python", "go", "csharp", "java", "yaml"]) {
      const [, program = ""] = description.split(`\`\`\`${language}\n`);
      const words = program.split("```")[0]?.replaceAll("_", "").toLowerCase();
      expect(words).toMatch(/\S/);
      // Pulumi's generators emit these when they do not know a type.
      expect(words, language).not.toMatch(/panic|%!|map\[string\]interface/);
      for (const name of Object.keys(values)) expect(words, language).toContain(name.toLowerCase());
    }
    const [open, close] = [/\{\{% examples? %\}\}/g, /\{\{% \/examples? %\}\}/g].map((mark) => description.match(mark));
    expect(open?.length).toBe(2);
    expect(close?.length).toBe(2);
    expect(description.split("```yaml")[1]).toContain(token);
  });
});

test("examples in Java name the members of enumerations, which its SDK takes in place of texts", () => {
  const programs = documented.map(
    ([, { description = "" }]) => description.split("```java\n")[1]?.split("```")[0] ?? "",
  );
  expect(programs.join("\n")).toContain(".servergroupPolicy(PoolServergroupPolicy.Softantiaffinity)");
  for (const program of programs)
    for (const [, name] of program.matchAll(/\((\w+)\.\w+\)/g))
      if (name !== "Pulumi")
        expect(program).toMatch(new RegExp(`^import com\\.pulumi\\.cloudplatform\\.\\w+\\.enums\\.${name};$`, "m"));
});

test("members of enumerations differ in their letters, because names in Java consist of letters", () => {
  for (const [token, spec] of Object.entries(schema.types)) {
    if (!("enum" in spec)) continue;
    const names = (spec as EnumSpec).enum.map(({ name, value }) => (name ?? String(value)).replaceAll(/\W/g, ""));
    expect(new Set(names).size, token).toBe(names.length);
  }
});

test("names of resources and functions have the registry's form, and no property hides a property of every resource", () => {
  for (const [token] of documented) expect(token).toMatch(/^cloudplatform:[a-z]\w*:\w+$/);
  for (const { properties, inputProperties } of Object.values(schema.resources))
    for (const name of ["id", "urn"]) expect(Object.keys({ ...properties, ...inputProperties })).not.toContain(name);
});

test("the pages of the registry have their content, with every setting", () => {
  for (const name of ["_index.md", "installation-configuration.md"])
    expect(page(name)).toMatch(/^---\ntitle: .+\nmeta_desc: .{20,160}\nlayout: package\n---\n/);
  for (const name of settingNames) expect(page("installation-configuration.md")).toContain(`cloudplatform:${name}`);
});
