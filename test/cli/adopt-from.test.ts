import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

/** `adopt --from`: the program made from another tool's state. test/e2e/adopt-from.ts imports the program with the real CLI. */
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

test("a cluster that another task created than the one in state is a different cluster, and is kept", async () => {
  const body = { name: "shop", keypair: "ops", version: "v1.31.9" };
  const pools = [{ name: "metal", flavorId: "bm1-basic-small", minNodeCount: 1 }];
  const params = { projectId: 1, regionId: 76 };
  const { tasks } = await client.call(endpoints["clusters.create"], { params, body: { ...body, pools } as never });
  emulator.platform.clock.change({ advanceMs: 3_600_000 });
  const state = (creator: unknown) =>
    terraform([
      managed("gcore_k8sv2", "shop", [
        { attributes: { name: "shop", project_id: 1, region_id: 76, creator_task_id: creator } },
      ]),
    ]);
  const other = await adopt(state("0a1b2c3d-0000-4000-8000-000000000000"));
  expect(other).toMatchObject({ code: 2 });
  expect(other.err).toContain("created by task 0a1b2c3d-0000-4000-8000-000000000000, and Kubernetes cluster 1/76/shop");
  expect(other.err).toContain(`by task ${tasks[0]}: that is another one with its name`);
  expect(await adopt(state(tasks[0]))).toMatchObject({ code: 0 });
});

test("an interrupted create and a file that is not a state are not ignored", async () => {
  const stack = bridgedStack("gcore", await template("page"), "");
  const { deployment } = stack;
  const urn = "urn:pulumi:dev::shop::gcore:index/cdnRuleTemplate:CdnRuleTemplate::half";
  const pending_operations = [{ type: "creating", resource: { urn } }];
  const { code, err, read } = await adopt({ ...stack, deployment: { ...deployment, pending_operations } });
  expect(code, err).toBe(0);
  expect(await read("report.md")).toMatch(/::half.*its creation was interrupted.*run pulumi up there first/);
  const broken = await adopt({ version: 3, deployment: { resources: [{ urn: 1 }] } });
  expect(broken).toMatchObject({ code: 2 });
  expect(broken.err).toContain("the state of the stack cannot be read");
});

/** A stack with one rule template of the package `name`, in the form of Pulumi's bridge for any Terraform provider. */
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

test("a bridged package is recognized by its Terraform provider, and resource options are kept or reported", async () => {
  const id = await template("page");
  const options = { protect: true, retainOnDelete: true, customTimeouts: { create: 600 } };
  const own = await adopt(bridgedStack("edge", id, "registry.opentofu.org/g-core/gcore", options));
  expect(own, own.err).toMatchObject({ code: 0 });
  expect(await own.read("index.ts")).toContain('export const page = new cdn.RuleTemplate("page", {');
  expect(await own.read("index.ts")).toContain("{ protect: true, retainOnDelete: true });");
  expect(await own.read("report.md")).toContain("its option customTimeouts is not carried over");
  expect(own.err).toContain("pulumi state delete --stack 'dev' --yes --force 'urn:pulumi:dev::shop::edge:index/");
  const other = await adopt(bridgedStack("edge", id, "registry.opentofu.org/other/edge"));
  expect(other).toMatchObject({ code: 2 });
  expect(other.err).toContain("it belongs to another provider, edge");
});

test("an object that Terraform would replace, or has partly replaced, is skipped with the reason", async () => {
  const [fine, tainted] = [await template("fine"), await template("tainted")];
  const [current, deposed] = [await template("current"), await template("deposed")];
  const attributes = (id: number, name: string) => ({ attributes: { id: String(id), name } });
  const { code, err, out, read } = await adopt(
    terraform([
      managed("gcore_cdn_rule_template", "page", [
        { index_key: "fine", ...attributes(fine, "fine") },
        { index_key: "tainted", status: "tainted", ...attributes(tainted, "tainted") },
        { index_key: "current", ...attributes(current, "current") },
        { index_key: "current", deposed: "0a1b2c3d", ...attributes(deposed, "deposed") },
      ]),
    ]),
  );
  expect(code, err).toBe(0);
  expect(out).toContain("1 adopted, 3 left where they are");
  const report = await read("report.md");
  expect(report).toMatch(/page\["tainted"\].*it is tainted.*terraform untaint/);
  expect(report).toMatch(/page\["current"\].*the old object of a replacement .* is at its address.*terraform apply/);
  expect(report).toMatch(/page\["current"\].*it is the old object of a replacement.*terraform apply/);
  expect(await read("index.ts")).not.toMatch(/tainted|current|deposed/);
  expect(JSON.parse(await read("import.json")).resources).toHaveLength(1);
  // A deposed object shares its address with the current one, so `state rm` would remove both.
  expect(err.match(/terraform state rm .*/g)).toEqual([`terraform state rm 'gcore_cdn_rule_template.page["fine"]'`]);
});

test.each([
  [
    "encrypted",
    { encrypted_data: "eyJ2IjoxfQ==", encryption_version: "v0", serial: 3, lineage: "x" },
    "tofu state pull",
  ],
  ["of an old format", { version: 3, terraform_version: "0.11.14", serial: 3, modules: [] }, "only format 4 is read"],
  ["broken", '{"version": 4, "reso', "is not JSON, or ends in the middle"],
])("a state that is %s is refused with a fix, and nothing is written", async (_, state, words) => {
  const { code, err, read } = await adopt(state);
  expect(code).toBe(2);
  expect(err).toContain(words);
  await expect(read("index.ts")).rejects.toThrow("ENOENT");
});

test("modules that depend on each other get a literal value that breaks the cycle, and the report names it", async () => {
  const rule = "gcore_cdn_rule_template";
  const names = ["circle-a-out", "circle-b-in", "circle-b-out", "circle-a-in"];
  const ids = await Promise.all(names.slice(0, 2).map((name) => template(name)));
  // Each template has the name of the template that it depends on.
  ids.push(await template("circle-a-out", { rule: "/b-out" }), await template("circle-b-in", { rule: "/a-in" }));
  const one = (index: number, module: string, name: string, value: string, dependencies: string[] = []) =>
    managed(rule, name, [{ attributes: { id: String(ids[index]), name: value }, dependencies }], {
      module: `module.${module}`,
    });
  const { code, err, out, read } = await adopt(
    terraform([
      one(0, "a", "out", "circle-a-out"),
      one(1, "b", "in", "circle-b-in"),
      one(2, "b", "out", "circle-a-out", [`module.a.${rule}.out`]),
      one(3, "a", "in", "circle-b-in", [`module.b.${rule}.in`]),
    ]),
  );
  expect(code, err).toBe(0);
  expect(out).toContain("4 adopted, 0 left where they are");
  const [a, b] = [await read("a.ts"), await read("b.ts")];
  const isReference = { a: a.includes("name: args."), b: b.includes("name: args.") };
  expect(Object.values(isReference).filter(Boolean)).toHaveLength(1);
  expect(isReference.a ? b : a).toMatch(/name: "circle-/);
  expect((await read("report.md")).match(/which no order of components allows/g)).toHaveLength(1);
});
