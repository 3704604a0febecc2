// Real processes, as for users: the package is packed and unpacked in a fresh folder, nothing is preloaded, and the CLI writes its logs.
import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { controlOf } from "../helpers/control.ts";
import { type Installed, installPacked } from "../helpers/installed.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { descendant } from "../helpers/processes.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";
import { type UsersProject, usersProject } from "../helpers/users.ts";

let installed: Installed;
beforeAll(async () => {
  installed = await installPacked({ packages: ["pulumi"] });
});
afterAll(() => installed.remove());

const entryPoints = { dynamic: "@cloudplatform/pulumi", native: "@cloudplatform/pulumi/native" };

const cluster = `{ projectId: 1, regionId: 76, name: "edge", keypair: "ops", version: "v1.31.9",
  pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }] }`;

/** Every resource, some in a component or with an explicit provider, with secret inputs, and lookups of them. */
const everything = (from: string, url: string, weight: number) => `
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "${from}";
const { cdn, edge, kubernetes, quotas, reservations, streaming } = cloudplatform;
class Site extends pulumi.ComponentResource {
  constructor(name) {
    super("shop:index:Site", name);
    const options = { secure_key: { enabled: true, key: pulumi.secret("planted-key"), type: 0 } };
    this.images = new cdn.RuleTemplate("images", { rule: "/images/", ruleType: 0, weight: ${weight}, options }, { parent: this });
  }
}
const site = new Site("site");
new cdn.RuleSet("set", { rules: [{ key: "a", rule: "/a/", ruleType: 0 }, { key: "b", rule: "/b/", ruleType: 0 }] });
const provider = new cloudplatform.Provider("other", { baseUrl: "${url}", apiKey: pulumi.secret("planted-api-key") });
const app = { binaryId: 42, name: "app", owned: true, params: [] };
new edge.AppTemplate("app", app, { provider });
new edge.Secret("token", { name: "token", secretSlots: [{ slot: 0, value: pulumi.secret("planted-slot") }] });
new quotas.NotificationThreshold("warning", { clientId: 6, threshold: 70 });
new reservations.Reservation("metal", { name: "metal", regionId: 76, period: "MONTHS12", onDelete: "abandon",
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
new kubernetes.Cluster("edge", ${cluster});
export const rule = cdn.getRuleTemplateOutput({ id: site.images.templateId }).rule;
export const streams = streaming.getStreamsOutput({}).apply((all) => all.length > 0);
`;

/** Returns the number of the program's objects on the platform. */
const objectsOf = ({ store }: Awaited<ReturnType<typeof platform>>["platform"]) => ({
  rules: store.ruleTemplates.all().filter(({ rule }) => ["/images/", "/a/", "/b/"].includes(String(rule))).length,
  clusters: store.clusters.all().length,
  reservations: store.reservations.all().filter(({ name, status }) => name === "metal" && status !== "CANCELLED")
    .length,
  secrets: store.secrets.all().filter(({ name }) => name === "token").length,
});

const operate = ({ pulumi }: UsersProject, command: string, ...args: string[]) =>
  succeeds(pulumi(command, "--yes", "--skip-preview", ...args));

/** Returns everything that the CLI and its processes wrote. */
const writtenBy = ({ folder }: UsersProject) =>
  ["backend", "home/logs"]
    .flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");

test.each(providerKinds)(
  "every resource and lookup of the installed %s provider lives from up to destroy",
  async (kind) => {
    const [emulator, other] = [await platform(fast), await platform({ ...fast, apiKey: "planted-api-key" })];
    const program = (weight: number) => everything(entryPoints[kind], other.url, weight);
    const options = { name: `everything-${kind}`, url: emulator.url, isNative: kind === "native" };
    const project = await usersProject(installed, { ...options, files: { "index.js": program(3) } });
    const apps = () => other.platform.store.appTemplates.all().filter(({ name }) => name === "app");

    await operate(project, "up");
    expect(objectsOf(emulator.platform)).toEqual({ rules: 3, clusters: 1, reservations: 1, secrets: 1 });
    expect(apps()).toHaveLength(1);
    const { stdout } = await project.pulumi("stack", "output", "--json", "--show-secrets");
    expect(JSON.parse(stdout)).toEqual({ rule: "/images/", streams: true });

    // No other resource changes.
    writeFileSync(join(project.folder, "index.js"), program(4));
    expect((await operate(project, "up", "--diff")).output).toMatch(/~ 1 updated\s+\d+ unchanged/);
    const images = emulator.platform.store.ruleTemplates.all().find(({ rule }) => rule === "/images/");
    emulator.platform.store.ruleTemplates.put(Number(images?.id), { ...images, weight: 9 } as never);
    expect((await operate(project, "refresh", "--diff")).output).toMatch(/weight\s*: 4 => 9/);
    await operate(project, "destroy");
    expect(objectsOf(emulator.platform)).toEqual({ rules: 0, clusters: 0, reservations: 1, secrets: 0 });
    expect(apps()).toEqual([]);
    expect(writtenBy(project)).not.toMatch(/planted-(key|slot|api-key)/);
  },
);

test("both installed providers create, and adopt by the option import, in one stack", async () => {
  const emulator = await platform();
  const client = clientOf(emulator);
  const found = await Promise.all(
    providerKinds.map((kind) =>
      client.call(endpoints["ruleTemplates.create"], { body: { rule: `/found/${kind}/`, ruleType: 0, name: kind } }),
    ),
  );
  const statements = providerKinds.map((kind, index) => {
    const template = (name: string, rule: string, options: string) =>
      `new ${kind}.cdn.RuleTemplate("${name}-${kind}", { rule: "/${rule}/${kind}/", ruleType: 0, name: "${kind}" }, ${options});`;
    const adopted = template("found", "found", `{ import: "${found[index]?.id}" }`);
    return `import * as ${kind} from "${entryPoints[kind]}";\n${template("new", "new", "{}")}\n${adopted}`;
  });
  const project = await usersProject(installed, {
    ...{ name: "both", url: emulator.url, isNative: true },
    files: { "index.js": statements.join("\n") },
  });
  emulator.platform.requests.clear();
  await operate(project, "up");
  // The engine's own import stores the inputs it read, without values that equal a default. The next update writes those.
  await operate(project, "up");
  await succeeds(project.pulumi("preview", "--expect-no-changes"));
  const methods = emulator.platform.requests.list({}).map(({ method }) => method);
  expect(methods.filter((method) => method === "POST" || method === "DELETE")).toEqual(["POST", "POST"]);
  const { stdout } = await project.pulumi("stack", "--show-ids");
  for (const { id } of found) expect(stdout).toContain(String(id));
  for (const type of ["pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate", " cloudplatform:cdn:RuleTemplate"])
    expect(stdout.split(type)).toHaveLength(3);
  expect(readdirSync(join(project.folder, "home/logs")).length).toBeGreaterThan(0);
});

test("an existing object is adopted with the program and the import file of the installed command", async () => {
  const emulator = await platform();
  const rule = { rule: "/found/", ruleType: 0, name: "found" } as const;
  const { id } = await clientOf(emulator).call(endpoints["ruleTemplates.create"], { body: rule });
  const project = await usersProject(installed, {
    ...{ name: "adopt", url: emulator.url },
    files: { "index.js": 'await import("./adopted.ts");' },
  });
  await succeeds(
    project.cloudplatform("adopt", "rule-template", String(id), "--program", "adopted.ts", "--import", "all.json"),
  );
  await operate(project, "import", "--file", "all.json", "--protect=false", "--generate-code=false");
  await succeeds(project.pulumi("preview", "--expect-no-changes"));
  expect((await succeeds(project.cloudplatform("doctor"))).output).toContain("test");
  // Objects of the emulator's seed are in no stack.
  expect((await project.cloudplatform("inventory")).output).toContain("1 managed");
  expect((await succeeds(project.cloudplatform("cost"))).output).toContain("a month on");
});

test.each(providerKinds)(
  "a cluster whose creation is killed is finished by the next up of the installed %s provider",
  async (kind) => {
    const emulator = await platform(fast);
    const { clock, store } = emulator.platform;
    const project = await usersProject(installed, {
      ...{ name: `killed-${kind}`, url: emulator.url, isNative: kind === "native" },
      files: {
        "index.js": `import { kubernetes } from "${entryPoints[kind]}"; new kubernetes.Cluster("edge", ${cluster});`,
      },
    });
    clock.change({ paused: true });
    const { folder: cwd, env, bin } = project;
    const going = spawn(bin, ["up", "--yes", "--skip-preview", "--non-interactive"], { cwd, env, stdio: "ignore" });
    const ended = new Promise((resolve) => going.once("exit", resolve));
    await until("the task is polled", async () =>
      (await controlOf(emulator).calls("tasks.get")) > 0 ? true : undefined,
    );
    const provider = descendant(going.pid ?? 0, /dynamic-provider|pulumi-resource-cloudplatform|plugin/);
    expect(provider).toBeDefined();
    for (const pid of [Number(provider), going.pid ?? 0]) process.kill(pid, "SIGKILL");
    await ended;
    clock.change({ paused: false });
    await succeeds(project.pulumi("cancel", "--yes"));
    await operate(project, "up");
    expect(store.clusters.all().map(({ name }) => name)).toEqual(["edge"]);
    expect((await project.pulumi("stack", "--show-ids")).stdout).toContain("1/76/edge");
  },
);

test("an inline program of the Automation API runs with the installed package", async () => {
  const emulator = await platform();
  const project = await usersProject(installed, {
    ...{ name: "automation", url: emulator.url },
    files: {
      "deploy.js": `import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
        import { cdn } from "@cloudplatform/pulumi";
        const program = async () => ({ id: new cdn.RuleTemplate("inline", { rule: "/inline/", ruleType: 0 }).id });
        const stack = await LocalWorkspace.createOrSelectStack(
          { stackName: "dev", projectName: "inline", program }, { workDir: import.meta.dirname });
        await stack.up();
        const { changeSummary } = await stack.preview();
        console.log(JSON.stringify(changeSummary));
        await stack.destroy();`,
    },
  });
  const { stdout } = await promisify(execFile)(process.execPath, ["deploy.js"], {
    cwd: project.folder,
    env: project.env,
  });
  expect(JSON.parse(stdout)).toEqual({ same: 2 });
  expect(emulator.platform.store.ruleTemplates.all().filter(({ rule }) => rule === "/inline/")).toEqual([]);
});
