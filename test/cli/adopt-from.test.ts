import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";
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
