import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../cli/command-line.ts";
import { controlOf } from "../helpers/control.ts";
import { withoutEngineLog } from "../helpers/engine-log.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { descendant } from "../helpers/processes.ts";
import { isRest, testOnce } from "../helpers/rest.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";

// Long enough that no ciphertext, timestamp or hash contains a secret by chance.
const keyTail = "3v8kQz7wLmXp";
const apiKey = `pl4nt-api-key-$${keyTail}`;
const emulator = await platform({ speed: 20_000, apiKey });
const control = controlOf(emulator);
/** Settings as secret configuration of the stack, and as secret arguments of explicit dynamic and native providers. */
const settings = {
  stack: { projectId: 901_110_101, regionId: 902_220_202, clientId: 903_330_303 },
  dynamic: { projectId: 904_440_404, regionId: 905_550_505, clientId: 906_660_606 },
  native: { projectId: 907_770_707, regionId: 908_880_808, clientId: 909_990_909 },
};
const [slotValue, linkKey] = ["pl4nt-slot-value", "pl4nt-link-key"];
/** A secret that only a stack transform adds. The transform runs in the engine's calls, after the program was read. */
const transformed = "pl4nt-by-transform";
/** Inputs that only a transform marks as secret: a transform of the resource or its parent, or an older transformation in the SDK. */
const marked = ["pl4nt-by-own", "pl4nt-by-parent", "pl4nt-by-older-own", "pl4nt-by-older-parent"];
const numbers = Object.values(settings).flatMap((each) => Object.values(each).map(String));
let stack: TestStack;

beforeAll(async () => {
  const { folder } = await builtPlugin();
  stack = await openStack({
    url: "",
    env: {
      ...{ CLOUDPLATFORM_API_KEY: "", CLOUDPLATFORM_BASE_URL: "", CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" },
      CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: "3",
    },
    plugins: [folder],
  });
  const configured = { ...settings.stack, baseUrl: emulator.url, apiKey };
  const secrets = Object.entries(configured).flatMap(([name, value]) => ["--secret", `cloudplatform:${name}=${value}`]);
  await succeeds(stack.run("config", "set-all", ...secrets));
});
afterAll(() => stack.remove());

const secrets = (each: object) =>
  Object.entries(each)
    .map(([name, value]) => `${name}: pulumi.secret(${value})`)
    .join(", ");

/** Every resource that takes values from settings, with both explicit providers, and the native one with the stack's settings, too. */
const program = (more = "", weight = 1) => `
  import * as native from "@cloudplatform/pulumi/native";
  pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.endsWith(":RuleTemplate") ? { props: { ...props, name: pulumi.secret("${transformed}") }, opts } : undefined);
  new native.cdn.RuleTemplate("transformed", { rule: "/transformed/", ruleType: 0, weight: ${weight} });
  new cdn.RuleTemplate("transformed-dynamic", { rule: "/dynamic/", ruleType: 0, weight: ${weight} });
  const hide = ({ props, opts }) => ({ props: { ...props, ...(props.rule && { rule: pulumi.secret(props.rule) }) }, opts });
  class Group extends pulumi.ComponentResource {
    constructor(name, rule, onChild, onGroup) {
      super("test:index:Group", name, {}, onGroup);
      new cdn.RuleTemplate(name, { rule, ruleType: 0, weight: ${weight} }, { parent: this, ...onChild });
    }
  }
  new Group("own", "/${marked[0]}/", { transforms: [hide] });
  new Group("parent", "/${marked[1]}/", {}, { transforms: [hide] });
  new Group("older-own", "/${marked[2]}/", { transformations: [hide] });
  new Group("older-parent", "/${marked[3]}/", {}, { transformations: [hide] });
  const dynamic = new cloudplatform.Provider("dynamic", { ${secrets(settings.dynamic)} });
  const plugin = new native.Provider("plugin", { ${secrets(settings.native)} });
  const pools = [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }];
  const bought = [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }];
  class Site extends pulumi.ComponentResource {
    constructor(name, areas, options) {
      super("test:index:Site", name, {}, options);
      const parent = { parent: this };
      new areas.kubernetes.Cluster(name, { name, keypair: "ops", version: "v1.31.9", pools,
        ...(name === "by-stack" && { ${more} }) }, parent);
      new areas.reservations.Reservation(name, { name, period: "MONTHS12", resources: bought }, parent);
      if (!name.startsWith("inherits")) new areas.quotas.NotificationThreshold(name, { threshold: 90 }, parent);
      this.found = areas.kubernetes.getClustersOutput({}, parent);
    }
  }
  export const found = [
    new Site("by-stack", cloudplatform),
    new Site("by-provider", cloudplatform, { provider: dynamic }),
    new Site("inherits-stack", native),
    new Site("by-plugin", native, { provider: plugin }),
  ].map((site) => site.found);`;

/** Everything that commands printed, and the files that they wrote. */
const channels: [string, string][] = [];

async function run(...args: [string, ...string[]]) {
  const done = await stack.run(...args);
  channels.push([args.join(" "), [done.output, ...done.diagnostics, ...done.progress].join("\n")]);
  return done;
}

testOnce("settings that are secret, and secrets of transforms, are in no input, output or text", async () => {
  await stack.program(program());
  const previewed = await run("preview", "--json");
  expect(previewed.code, previewed.diagnostics.join("\n")).toBe(0);
  expect(previewed.diagnostics.join("\n")).toContain("projectId and regionId are marked as secret and part of the id");
  const made = await run("up", "--yes", "--skip-preview", "--diff");
  expect(made.code, made.output.slice(-3000)).toBe(0);
  const stored = JSON.stringify(
    await Promise.all(["clusters", "reservations", "thresholds"].map((name) => control.state(name))),
  );
  expect(JSON.stringify(await control.state("ruleTemplates"))).toContain(transformed);
  expect(numbers.filter((number) => !stored.includes(number))).toEqual([]);

  await control.fault({
    ...{ name: "status", status: 400, endpoint: "clusters.patch" },
    body: { message: `not in ${Object.values(settings.stack).join(", ")} of ${emulator.url}` },
  });
  // Each error contains the secret of its template.
  for (const { id, name, rule } of await control.state("ruleTemplates"))
    await control.fault({
      ...{ name: "status", status: 400, endpoint: "ruleTemplates.replace", path: `*/${id}` },
      body: { errors: { name: [`${name} ${rule} is taken`] } },
    });
  await stack.program(program('autoscalerConfig: { expander: "random" }', 2));
  const verbose = ["--diff", "-v=9", "--logtostderr", "--continue-on-error"];
  const refused = await run("up", "--yes", "--skip-preview", ...verbose);
  expect(refused.diagnostics.join("\n")).toContain("not in [");
  const taken = refused.diagnostics.join("\n").match(/\S+ \S+ is taken/g);
  expect(new Set(taken)).toEqual(
    new Set(["[redacted] /transformed/ is taken", "[redacted] /dynamic/ is taken", "[redacted] [redacted] is taken"]),
  );
  for (const name of ["own", "parent", "older-own", "older-parent"])
    expect(refused.diagnostics.join("\n")).toMatch(new RegExp(`"?${name}"?.*is taken`, "s"));
  await control.clearFaults();
  // Errors contain the path of the request.
  await control.fault({ name: "status", status: 403, endpoint: "clusters.get" });
  const unread = await run("refresh", "--yes", "--diff");
  expect(unread.diagnostics.join("\n")).toContain("/clusters/[");
  await control.clearFaults();
  await run("stack", "export");

  expect(leaks()).toEqual([]);
});

function commands() {
  test("commands and their files show no secret", async () => {
    const environment = { ...(stack.env as Record<string, string>), CLOUDPLATFORM_REVIEW_KEY: "review-key" };
    const command = async (...args: string[]) => {
      const { code, out, err } = await commandLine("", args, { environment });
      channels.push([args.join(" "), `${out}\n${err}`]);
      return { code, text: `${out}\n${err}` };
    };
    const inProject = ["-C", stack.folder];
    await stack.program(`${program()}
    new edge.Secret("kept", { name: "kept", secretSlots: [{ slot: 0, value: "${slotValue}" }] });
    new cdn.RuleTemplate("named", { rule: "/named/", ruleType: 0, options: { secure_key: { enabled: true, key: "${linkKey}", type: 0 } } });`);
    const reviewed = await command("review", "--output", join(stack.folder, "review"), ...inProject);
    expect(reviewed.code, reviewed.text).toBe(0);
    await run("preview", "--save-plan", join(stack.folder, "plan.json"));
    const made = await command("apply", "--review", join(stack.folder, "review/review.json"), ...inProject);
    expect(made.code, made.text).toBe(0);
    await run("stack", "output", "--json");
    await run("preview", "--diff");
    const [named] = (await control.state("ruleTemplates")).filter(({ rule }) => rule === "/named/");
    await control.change("ruleTemplates", String(named?.id), { weight: 77, options: null });
    expect((await command("drift", ...inProject)).text).toContain("named");
    await command("drift", "--json", ...inProject);
    await command("doctor", "--cwd", stack.folder);

    // The requested inputs, in the state's pending operations and in the create record.
    await stack.program(`new edge.Secret("interrupted", { name: "interrupted", secretSlots: [{ slot: 0, value: "${slotValue}" }] });
    ["own", "parent"].forEach((name) => new cdn.RuleTemplate(name, { rule: "/${marked[0]}/" + name, ruleType: 0 },
      { transforms: [({ props, opts }) => ({ props: { ...props, rule: pulumi.secret(props.rule) }, opts })] }));`);
    for (const endpoint of ["secrets.create", "ruleTemplates.create"])
      await control.fault({ name: "delay", endpoint, ms: 600_000, count: 1 });
    const going = stack.start("up", "--yes", "--skip-preview");
    const provider = await until("there is a provider", () => descendant(going.pid, /dynamic-provider/));
    await until("the requests have arrived", control.faultsAreSpent);
    process.kill(provider, "SIGKILL");
    going.signal("SIGKILL");
    await going.done;
    const exported = await run("stack", "export");
    expect(exported.output).toContain("pending_operations");
    expect(exported.output).toMatch(/"type": "creating"/);
    await run("cancel", "--yes");
    await run(
      "up",
      "--yes",
      "--skip-preview",
      ...["interrupted", "own"].flatMap((name) => ["--target", `**::${name}`]),
    );
    expect(leaks()).toEqual([]);
  }, 900_000);
}

// npm test covers the output of our commands for all planted secrets (secrets-planted, review/secrets).
if (isRest()) commands();

function leaks(): string[] {
  const { port } = new URL(emulator.url);
  const files = readdirSync(stack.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file): [string, string] => [file.slice(stack.folder.length), readFileSync(file, "utf8")]);
  const secret = [...numbers, transformed, ...marked, apiKey, keyTail, slotValue, linkKey, `127.0.0.1:${port}`];
  return [...channels, ...files].flatMap(([channel, text]) => {
    const shown = withoutPulumis(text);
    return secret.flatMap((one) => {
      const at = shown.indexOf(one);
      return at < 0 ? [] : [`${channel}: ${shown.slice(Math.max(0, at - 160), at + 60)}`];
    });
  });
}

/**
 * Removes what Pulumi itself shows: ids, which contain a cluster's project and region and a threshold's client
 * (https://github.com/pulumi/pulumi/issues/2717), and the engine's own log.
 */
function withoutPulumis(text: string): string {
  return withoutEngineLog(text)
    .replace(/\d+\/\d+\/(by|inherits)-\w+/g, "")
    .replace(/\\?"id\\?": ?\\?"\d+\\?"/g, "")
    .replace(/\[id=\d+\]/g, "");
}
