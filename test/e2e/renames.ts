import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameOfUrn } from "../../provider/pulumi/formats/urn.ts";
import { type Review, reviewSchema } from "../../provider/review/model/schema.ts";
import { files } from "../../provider/review/render/formats.ts";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { rowsOf } from "../helpers/rest.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/**
 * Preview, review and policies report a rename without `aliases`, and the line that they print preserves the object. Only the
 * real engine shows how it resolves an alias. About ten commands for each provider: 5 s.
 */
const emulator = await platform({ speed: 100_000 });
const sources = { dynamic: "@cloudplatform/pulumi", native: "@cloudplatform/pulumi/native" };

const components = (source: string) => `
import * as served from "${source}";
const at = (options: object, parent?: pulumi.Resource) => (parent ? { ...options, parent } : options);
const template = (name: string, key: string, options: object, weight = 1) =>
  new served.cdn.RuleTemplate(name, { rule: "/" + key + "/", ruleType: 0, weight }, options);
class Part extends pulumi.ComponentResource {
  constructor(name: string, options: object) {
    super("shop:index:Part", name, {}, options);
    template(name + "-deep", "deep", { parent: this });
  }
}
class Site extends pulumi.ComponentResource {
  constructor(name: string, options: object, type = "shop:index:Site") {
    super(type, name, {}, options);
    template(name + "-first", "first", { parent: this });
    template("fixed", "fixed", { parent: this });
    new Part(name + "-part", { parent: this });
  }
}
class Around extends pulumi.ComponentResource {
  constructor(options: object) { super("shop:index:Around", "around", {}, options); }
}`;

const existing = `
template("plain", "plain", {});
template("loose", "loose", {});
new served.cdn.RuleSet("rules", { rules: [{ key: "one", rule: "/one/", ruleType: 0 }] });
new served.edge.Secret("token", { name: "token", secretSlots: [{ slot: 1, value: "v4lue-of-slot" }] });
new served.kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "edge-1", keypair: "ops", version: "v1.31.9",
  pools: [{ name: "web", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: 1 }] });
new Site("site", {});
template("stays", "stays", {});`;

/** The same resources with other names and parents; `options` by name. */
const moving = (options: Readonly<Record<string, string>> = {}) => {
  const of = (name: string) => `{ ${options[name] ?? ""} }`;
  return `
template("renamed", "plain", ${of("renamed")}, 2);
const around = new Around(${of("around")});
template("loose", "loose", at(${of("loose")}, around));
new served.cdn.RuleSet("other-rules", { rules: [{ key: "one", rule: "/one/", ruleType: 0 }] }, ${of("other-rules")});
new served.edge.Secret("key", { name: "token", secretSlots: [{ slot: 1, value: "v4lue-of-slot" }] }, ${of("key")});
new served.kubernetes.Cluster("cluster", { projectId: 1, regionId: 76, name: "edge-1", keypair: "ops", version: "v1.31.9",
  pools: [{ name: "web", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: 1 }] }, ${of("cluster")});
new Site("shop", ${of("shop")}, "shop:index:Shop");
template("stays", "stays", {});`;
};

const moved = ["cluster", "deep", "first", "fixed", "key", "loose", "other-rules", "renamed"];

describe.each(rowsOf(Object.entries(sources), 0))("served by the %s provider", (_, source) => {
  let stack: TestStack;
  const declare = (text: string) => stack.program(`${components(source)}\n${text}`);

  beforeAll(async () => {
    emulator.platform.reset();
    const { folder } = await builtPlugin();
    const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
    stack = await openStack({ url: emulator.url, env, plugins: [folder] });
    await declare(existing);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
  });
  afterAll(() => stack?.remove());

  async function review(): Promise<{ review: Review; text: string }> {
    const output = join(stack.folder, "review");
    const environment = stack.env as Record<string, string>;
    await commandLine("", ["review", "--output", output, "-C", stack.folder], { environment });
    const json = readFileSync(join(output, files.json), "utf8");
    return { review: reviewSchema.parse(JSON.parse(json)), text: readFileSync(join(output, files.markdown), "utf8") };
  }

  test("a renamed resource is reported everywhere, and the printed lines keep its object", async () => {
    await declare(moving());
    const preview = await stack.preview();
    expect(preview.code, preview.output).toBe(0);
    const shown = preview.diagnostics.join("\n").replace(/\s+/g, " ");
    expect(shown).toContain('keep the object with the option aliases: [{ name: "plain" }]');
    expect(shown.match(/keep the object with the option aliases/g)).toHaveLength(moved.length);

    const { review: made, text } = await review();
    const renamed = made.renamed ?? [];
    expect(renamed.map(({ to }) => nameOfUrn(to).replace("shop-", "").replace("part-", "")).sort()).toEqual(moved);
    expect(made.verdict.reasons).toContain("8 resources deleted and created under another name");
    expect(text.replace(/\s+/g, " ")).toContain('aliases: [{ name: "plain" }]');
    const findings = made.policies.findings.filter((one) => one.rule === "no-rename-without-aliases");
    expect(findings).toHaveLength(moved.length);
    expect(findings.map(({ message }) => message).join("\n")).toContain(
      'aliases: [{ name: "site", type: "shop:index:Site" }] to its component "shop"',
    );

    const lines = new Map(renamed.flatMap((one) => one.lines).map(({ on, text: line }) => [nameOfUrn(on), line]));
    expect([...lines.keys()].sort()).toEqual(["cluster", "key", "loose", "other-rules", "renamed", "shop"]);
    await declare(moving(Object.fromEntries(lines)));
    const kept = await stack.preview();
    expect(kept.code, kept.output).toBe(0);
    expect(kept.changes).toEqual({ create: 1, same: 11, update: 1 });
    expect(kept.output).not.toContain("keep the object");
    const second = await review();
    expect(second.review.renamed).toBeUndefined();
    expect(second.review.policies.findings.filter((one) => one.rule === "no-rename-without-aliases")).toEqual([]);
  });
});
