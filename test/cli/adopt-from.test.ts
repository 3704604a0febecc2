import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

/** `adopt --from`: what another tool's state becomes. test/e2e/adopt-from.ts imports it with the real CLI. */
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

/** A stack with one rule template of the package `name`, as Pulumi's bridge for any Terraform provider writes it. */
const bridgedStack = (name: string, id: number, url: string, more: object = {}) => ({
  version: 3,
  deployment: {
    manifest: { time: "2026-11-01T00:00:00Z", magic: "", version: "v3.259.0" },
    resources: [
      {
        ...{ urn: `urn:pulumi:dev::shop::pulumi:providers:${name}::default`, custom: true, id: "1" },
        type: `pulumi:providers:${name}`,
        inputs: {
          __internal: {
            name: "terraform-provider",
            parameterization: Buffer.from(JSON.stringify({ remote: { url, version: "2.0.0" } })).toString("base64"),
          },
        },
      },
      {
        urn: `urn:pulumi:dev::shop::${name}:index/cdnRuleTemplate:CdnRuleTemplate::page`,
        ...{ custom: true, id: "missing ID", type: `${name}:index/cdnRuleTemplate:CdnRuleTemplate` },
        outputs: { __meta: "{}", cdnRuleTemplateId: id, name: "page" },
        ...more,
      },
    ],
  },
});

test("a bridged package is known by its Terraform provider, and options of its resources are in the report", async () => {
  const id = await template("page");
  const own = await adopt(bridgedStack("edge", id, "registry.opentofu.org/g-core/gcore", { protect: true }));
  expect(own, own.err).toMatchObject({ code: 0 });
  expect(await own.read("index.ts")).toContain('export const page = new cdn.RuleTemplate("page", {');
  expect(await own.read("report.md")).toContain("its option protect is not carried over");
  const other = await adopt(bridgedStack("edge", id, "registry.opentofu.org/other/edge"));
  expect(other).toMatchObject({ code: 2 });
  expect(other.err).toContain("it belongs to another provider, edge");
});
