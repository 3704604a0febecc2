import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const control = controlOf(emulator);

/** A component with nested children, and resources that use it in typical ways. */
const statements = `
class Inner extends pulumi.ComponentResource {
  constructor(name, options) {
    super("test:index:Inner", name, {}, options);
    const parent = this;
    this.a = new edge.AppTemplate(name + "-a", { binaryId: 42, name: name + "-a", owned: true, params: [] }, { parent });
    this.b = new edge.AppTemplate(name + "-b", { binaryId: 42, name: name + "-b", owned: true, params: [] }, { parent });
    this.registerOutputs({ a: this.a.id });
  }
}
class Site extends pulumi.ComponentResource {
  constructor(name, options) {
    super("test:index:Site", name, {}, options);
    const parent = this;
    const rule = (key, more = {}) => new cdn.RuleTemplate(key, { rule: "/" + key, ruleType: 0 }, { parent, ...more });
    this.first = rule("first");
    this.second = rule("second");
    this.third = rule("third", { dependsOn: [this.first] });
    this.inner = new Inner("inner", { parent, dependsOn: this.second });
    // A child of a resource, whose name holds the separator of URNs.
    this.below = new cdn.RuleTemplate("be::low", { rule: "/below", ruleType: 0 }, { parent: this.third });
  }
}
const named = (name, more) => new Site(name, {
  ...more,
  transformations: [({ type, props, opts }) =>
    type.endsWith("cdn:RuleTemplate") ? { props: { ...props, weight: 7 }, opts } : undefined],
  transforms: [({ type, props, opts }) =>
    type.endsWith("edge:AppTemplate") ? { props: { ...props, shortDescr: "transformed" }, opts } : undefined],
});
const site = COMPONENT;
const after = new cdn.RuleTemplate("after", { rule: "/after", ruleType: 0 }, { dependsOn: site });
const ids = [site.first.id, site.second.id, site.third.id, site.inner.a.id, site.inner.b.id, site.below.id, after.id];
`;

const component = 'named("site")';
const renamed = 'named("renamed", { aliases: [{ name: "site" }] })';
const esm = `${statements.replace("COMPONENT", component)}\nexport const all = pulumi.all(ids);`;

let stack: TestStack;
beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

async function commonJs(): Promise<void> {
  await writeFile(join(stack.folder, "package.json"), '{ "main": "index.cjs" }\n');
  const imports = `
const pulumi = require("@pulumi/pulumi");
const { cdn, edge } = require("@cloudplatform/pulumi");`;
  const program = statements.replace("COMPONENT", renamed);
  await writeFile(join(stack.folder, "index.cjs"), `${imports}\n${program}\nexports.all = pulumi.all(ids);\n`);
}

describe("a component", () => {
  test("holds several of our resources, nested components and resources that depend on it", async () => {
    await stack.program(esm);
    const up = await stack.up();
    expect(up.output).not.toContain("promises were still active");
    expect(up.code, up.output).toBe(0);
    // One stack, two components and seven resources.
    expect(up.changes).toEqual({ create: 10 });
    const made = await stack.resources();
    for (const { urn, inputs, outputs } of made) {
      expect(inputs).not.toHaveProperty("__urn");
      expect(outputs.__urn, urn).toBe(urn);
    }
    expect(made.find(({ urn }) => urn.endsWith("::second"))?.outputs.weight).toBe(7);
    expect(made.find(({ urn }) => urn.endsWith("::inner-a"))?.outputs.shortDescr).toBe("transformed");
    // The position is in the program, not where this package or the SDK calls the constructor.
    const inProgram = /^project:\/\/\/index\.ts#\d+,\d+$/;
    for (const one of made) {
      const { sourcePosition, stackTrace } = one as {
        sourcePosition?: string;
        stackTrace?: { sourcePosition?: string }[];
      };
      expect(stackTrace?.length, one.urn).toBeGreaterThan(0);
      for (const position of [sourcePosition, ...(stackTrace ?? []).map((frame) => frame.sourcePosition)])
        expect(position, one.urn).toMatch(inProgram);
    }
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("gets another name by an alias, in CommonJS, without a request to the platform", async () => {
    await commonJs();
    await control.clearRequests();
    const preview = await stack.preview("--expect-no-changes");
    expect(preview.code, preview.output).toBe(0);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(up.changes).toEqual({ same: 10 });
    expect((await control.requests()).filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("has resources that can be renamed in state: a refresh uses their current URNs", async () => {
    const before = (await stack.resources()).find(({ urn }) => urn.endsWith("::after"));
    const renaming = await stack.run("state", "rename", String(before?.urn), "afterwards", "--yes");
    expect(renaming.code, renaming.output).toBe(0);
    const named = async () => (await stack.resources()).find(({ urn }) => urn.endsWith("::afterwards"));
    expect((await named())?.outputs.__urn).toBe(before?.urn);
    // A process's first request loads the provider, which therefore cannot see its URN. Here, it belongs to another resource.
    expect((await stack.refresh("--parallel", "1")).code).toBe(0);
    const after = await named();
    expect(after?.outputs.__urn).toBe(after?.urn);
  });

  test("is destroyed with everything in it", async () => {
    const destroyed = await stack.destroy();
    expect(destroyed.code, destroyed.output).toBe(0);
    expect(await stack.resources()).toEqual([]);
    const left = (await control.state("ruleTemplates")).map(({ rule }) => rule);
    for (const rule of ["/first", "/second", "/third", "/below", "/after"]) expect(left).not.toContain(rule);
  });
});
