import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { bridgedState } from "./bridged-state.ts";
import { commandLine } from "./command-line.ts";

/** `adopt --from`: what another tool's state becomes. test/e2e/adopt-from.test.ts imports it with the real CLI. */
const emulator = await platform();
const client = clientOf(emulator);
const folder = await mkdtemp(join(tmpdir(), "adopt-from-"));
afterAll(() => rm(folder, { recursive: true }));

const provider = 'provider["registry.example/own/gcore"]';

interface Instance {
  index_key?: string | number;
  attributes: object;
  dependencies?: string[];
  [name: string]: unknown;
}

const managed = (type: string, name: string, instances: Instance[], more: object = {}) => ({
  ...{ mode: "managed", type, name, provider, instances },
  ...more,
});

const terraform = (resources: object[]) => ({
  ...{ version: 4, terraform_version: "1.12.6", serial: 3, lineage: "x" },
  resources,
});

let count = 0;

async function adopt(state: unknown, environment: Record<string, string> = {}) {
  const out = join(folder, `out-${++count}`);
  const file = join(folder, `state-${count}.json`);
  await writeFile(file, typeof state === "string" ? state : JSON.stringify(state));
  const ran = await commandLine(emulator.url, ["adopt", "--from", file, "--out", out], { folder, environment });
  const read = (name: string) => readFile(join(out, name), "utf8");
  return { ...ran, read };
}

async function template(name: string, more: object = {}): Promise<number> {
  const body = { rule: `/${name}`, ruleType: 0, name, ...more };
  return (await client.call(endpoints["ruleTemplates.create"], { body: body as never })).id;
}

test("modules become components, and a value of another resource becomes its output", async () => {
  const shared = await template("shared");
  const images = await template("images");
  const eu = await template("shared", { rule: "/eu" });
  const rule = "cdn_rule_template";
  const { code, err, read } = await adopt(
    terraform([
      managed(`gcore_${rule}`, "shared", [{ attributes: { id: String(shared), name: "shared" } }]),
      managed(`gcore_${rule}`, "images", [
        {
          index_key: "a/b",
          attributes: { id: String(images), name: "images" },
          dependencies: [`module.shop.gcore_${rule}.page`],
        },
      ]),
      managed(
        `gcore_${rule}`,
        "page",
        [{ attributes: { id: String(eu), name: "shared" }, dependencies: [`gcore_${rule}.shared`] }],
        { module: 'module.shop["eu"]' },
      ),
    ]),
  );
  expect(code, err).toBe(0);
  expect(await read("index.ts")).toContain('export const shared = new cdn.RuleTemplate("shared", {');
  expect(await read("index.ts")).toContain('export const shopEu = new ShopEu("shop-eu", { shared });');
  expect(await read("index.ts")).toContain('new cdn.RuleTemplate("images-a-b", {');
  expect(await read("index.ts")).toContain("{ dependsOn: [shopEu.page] }");
  const module = await read("shop-eu.ts");
  expect(module).toContain("args: { shared: cdn.RuleTemplate }");
  expect(module).toContain("name: args.shared.name,");
  expect(err).toContain(`terraform state rm 'gcore_${rule}.images["a/b"]'`);
});

test.each(["0.x", "2.x"])(
  "a stack of the bridged package, line %s, becomes the same program as the state of Terraform",
  async (line) => {
    const read = async (name: string) =>
      JSON.parse(await readFile(new URL(`../e2e/terraform/${line}/${name}`, import.meta.url), "utf8"));
    const records: Record<string, { id?: number; name?: string }[]> = await read("platform.json");
    const control = controlOf(emulator);
    for (const [collection, objects] of Object.entries(records))
      for (const object of objects)
        await control.change(collection, collection === "clusters" ? `1/76/${object.name}` : String(object.id), object);
    const environment = { CLOUDPLATFORM_EDGE_WORD: "edgeapp" };
    const state = await read("terraform.tfstate");
    const before = await adopt(state, environment);
    const after = await adopt(bridgedState(state), environment);
    expect(after, after.err).toMatchObject({ code: 0 });
    expect(after.out.split(";")[0]).toBe(before.out.split(";")[0]);
    for (const file of ["index.ts", "shop-eu.ts", "shop-eu-inner.ts"])
      expect(await after.read(file)).toBe(await before.read(file));
    const imports = async ({ read }: typeof before) => JSON.parse(await read("import.json")).resources;
    expect(await imports(after)).toEqual(await imports(before));
    expect(after.err).toContain(
      "pulumi state delete 'urn:pulumi:dev::shop::gcore:index/cdnRuleTemplate:CdnRuleTemplate::by_key-a'",
    );
    expect(after.err).not.toContain("terraform state rm");
  },
);
