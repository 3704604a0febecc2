import { expect, test } from "vitest";
import schema from "../../provider/pulumi/native/schema.json" with { type: "json" };
import { fast } from "../cluster/cluster.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin, startCommand } from "../helpers/plugin.ts";
import { openStack } from "../helpers/stack.ts";
import { until } from "../helpers/until.ts";

const program = (eu: { url: string }, us: { url: string }, weight: number, options: string) => `
import * as native from "@cloudplatform/pulumi/native";
const provider = new native.Provider("eu", { baseUrl: "${eu.url}", apiKey: pulumi.secret("local"), projectId: 1, regionId: 76, pollIntervalSeconds: 0.2 });
const other = new native.Provider("us", { baseUrl: "${us.url}", apiKey: pulumi.secret("local") });
const first = new native.cdn.RuleTemplate("eu", { rule: "/eu/", ruleType: 0, weight: ${weight} }, { provider });
const second = new native.cdn.RuleTemplate("us", { rule: "/us/", ruleType: 0, weight: ${weight} }, { provider: other });
new native.kubernetes.Cluster("edge", { name: "edge-1", keypair: "ops", version: "v1.31.9",
  pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }] }, { provider, dependsOn: [first, second], ${options} });
export const streams = native.streaming.getStreamsOutput({}, { provider: other }).apply((all) => all.length);
`;

test("the real CLI drives the plugin: explicit providers, customTimeouts, --target, import and Ctrl-C", async () => {
  const [eu, us] = [await platform(fast), await platform(fast)];
  const { folder } = await builtPlugin();
  const stack = await openStack({ url: us.url, plugins: [folder] });
  const weights = ({ platform: { store } }: typeof eu, rule: string) =>
    store.ruleTemplates
      .all()
      .filter((one) => one.rule === rule)
      .map(({ weight }) => weight);
  try {
    const served = await stack.run("package", "get-schema", `${folder}/pulumi-resource-cloudplatform`);
    expect(served.code, served.output).toBe(0);
    expect(
      JSON.parse(served.output.slice(served.output.indexOf("{"), served.output.lastIndexOf("}") + 1)),
    ).toMatchObject({
      name: "cloudplatform",
      resources: Object.fromEntries(Object.keys(schema.resources).map((token) => [token, {}])),
    });

    // The cluster's task does not end, so `customTimeouts` ends the wait.
    eu.platform.clock.change({ paused: true });
    await stack.program(program(eu, us, 1, `customTimeouts: { create: "2s" }`));
    const made = await stack.up();
    expect(made.output).toContain("(customTimeouts.create)");
    expect([weights(eu, "/eu/"), weights(us, "/us/")]).toEqual([[1], [1]]);
    expect([weights(eu, "/us/"), weights(us, "/eu/")]).toEqual([[], []]);
    expect(await stack.stateText()).not.toContain('"local"');

    const [target] = (await stack.resources()).filter(({ urn }) => urn.endsWith("RuleTemplate::eu"));
    await stack.program(program(eu, us, 2, ""));
    const targeted = await stack.up("--target", String(target?.urn));
    expect(targeted.code, targeted.output).toBe(0);
    expect([weights(eu, "/eu/"), weights(us, "/us/")]).toEqual([[2], [1]]);

    const { id } = us.platform.store.ruleTemplates.all().find(({ default: isSystem }) => isSystem !== true) ?? {};
    const imported = await stack.run(
      ...(["import", "cloudplatform:cdn:RuleTemplate", "found", String(id), "--yes", "--generate-code=false"] as const),
    );
    expect(imported.code, imported.output).toBe(0);
    const found = (await stack.resources()).find(({ urn }) => urn.endsWith("RuleTemplate::found"));
    expect(found).toMatchObject({ id: String(id), inputs: { rule: expect.any(String) } });

    // The create of the cluster resumes until Ctrl-C.
    const going = stack.start("up", "--yes", "--skip-preview", "--target", "**edge");
    eu.platform.requests.clear();
    await until("its tasks are polled", () =>
      eu.platform.requests.list({}).find(({ path }) => /\/tasks\/[\w-]+/.test(path)),
    );
    going.signal("SIGINT");
    const stopped = await going.done;
    expect(stopped.output).toContain("run pulumi up again to continue");
    const [cluster] = (await stack.resources()).filter(({ urn }) => urn.endsWith("::edge"));
    expect(cluster).toMatchObject({ id: "1/76/edge-1", initErrors: [expect.stringContaining("kept in state")] });
    expect(eu.platform.store.clusters.all().filter(({ name }) => name === "edge-1")).toHaveLength(1);
  } finally {
    await stack.remove();
  }
});

test("a manually started plugin serves one engine after the other, and keeps running", async () => {
  const emulator = await platform();
  const stack = await openStack({ url: emulator.url });
  // Start it in the project folder, where it reads the state.
  const { file } = await builtPlugin();
  const plugin = await startCommand(process.execPath, [file], stack.env, stack.folder);
  stack.env.PULUMI_DEBUG_PROVIDERS = `cloudplatform:${plugin.port}`;
  try {
    const declared = (weight: number) => `import { cdn as served } from "@cloudplatform/pulumi/native";
new served.RuleTemplate("one", { rule: "/one/", ruleType: 0, weight: ${weight} });`;
    await stack.program(declared(1));
    const first = await stack.up();
    expect(first.code, first.output).toBe(0);
    await stack.program(declared(2));
    expect(await stack.up()).toMatchObject({ code: 0, changes: { update: 1, same: 1 } });
    expect(await stack.destroy()).toMatchObject({ code: 0 });
    expect([plugin.process.exitCode, plugin.process.signalCode]).toEqual([null, null]);
  } finally {
    await stack.remove();
  }
});
