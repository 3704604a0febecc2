import { type Control, controlOf } from "../../test/helpers/control.ts";
import type { Run, TestStack } from "../../test/helpers/stack.ts";

/** What the program of one step declares. */
interface Declared {
  /** Changes a property of each resource in place, if its kind has one. */
  revision: 1 | 2;
  /** Logical name of the app template's resource. The other name is its alias. */
  app: "app" | "renamed";
  /** The cluster's key pair. Changing it replaces the cluster. */
  keypair: "ops" | "others";
}

export const secrets = ["pl4nt-of-the-program", "pl4nt-of-a-transform"];

/** Declares every kind of resource, one with a parent, a secret of the program, and a secret that a transform adds. */
const programOf = (load: string, { revision, app, keypair }: Declared) => `
  ${load}
  class Site extends pulumi.ComponentResource {
    constructor(name) {
      super("my:index:Site", name);
      new of.cdn.RuleTemplate("child", { rule: "/child/", ruleType: 0, weight: ${revision} }, { parent: this });
    }
  }
  new Site("site");
  new of.cdn.RuleTemplate("own", { rule: pulumi.secret("/${secrets[0]}/"), ruleType: 0, weight: ${revision} });
  new of.cdn.RuleTemplate("hidden", { rule: "/${secrets[1]}/", ruleType: 0, weight: ${revision} }, {
    transforms: [({ props, opts }) => ({ props: { ...props, rule: pulumi.secret(props.rule) }, opts })],
  });
  new of.cdn.RuleSet("set", { rules: [{ key: "a", name: "set-a", rule: "/set/${revision}", ruleType: 0 }] });
  new of.kubernetes.Cluster("cluster", { projectId: 1, regionId: 76, name: "edge-1", keypair: "${keypair}", version: "v1.31.9",
    pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: ${revision + 1} }] });
  new of.reservations.Reservation("metal", { name: "metal", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
  new of.edge.AppTemplate("${app}", { binaryId: 42, name: "app", owned: true, shortDescr: "App ${revision}", params: [] },
    { aliases: [{ name: "${app === "app" ? "renamed" : "app"}" }] });
  new of.edge.Secret("secret", { name: "secret", secretSlots: [{ slot: ${revision}, value: "plain-${revision}" }] });
  new of.quotas.NotificationThreshold("threshold", { clientId: 6, threshold: ${70 + revision} });`;

/** Number of resources in the program, and of those that a second revision changes. */
const [all, changing] = [9, 8];

const isWriting = (request: string) => !request.startsWith("GET ") && !request.includes("/pricing/");

interface Step {
  what: string;
  declared?: Declared;
  run: () => Promise<Run>;
  /** Expected number of resources by engine operation. */
  expected: Record<string, number>;
  writes: boolean;
}

/** Runs twelve commands that cover every resource. Returns the deviations; the first command with one ends the life. */
export async function problemsOfLife(stack: TestStack, emulator: { url: string }, load: string): Promise<string[]> {
  const control = controlOf(emulator);
  const first: Declared = { revision: 1, app: "app", keypair: "ops" };
  const second: Declared = { ...first, revision: 2 };
  const renamed: Declared = { ...second, app: "renamed" };
  const ofCluster = async () => (await stack.resources()).find(({ type }) => type.endsWith("Cluster"))?.urn ?? "";
  const changedByOthers = async () => {
    const [template] = (await control.state("ruleTemplates")).filter(({ rule }) => rule === "/child/");
    await control.change("ruleTemplates", String(template?.id), { weight: 99 });
  };
  const exported = async () => (await stack.run("stack", "export")).output;
  const { preview, up, refresh, destroy } = stack;
  const none = { expected: {}, writes: false };
  const steps: Step[] = [
    { what: "preview", declared: first, run: () => preview(), expected: { create: all }, writes: false },
    { what: "up", run: () => up(), expected: { create: all }, writes: true },
    { what: "preview, unchanged", run: () => preview("--expect-no-changes"), ...none },
    { what: "refresh", run: () => refresh("--expect-no-changes"), ...none },
    { what: "preview, changed", declared: second, run: () => preview(), expected: { update: changing }, writes: false },
    { what: "up, changed", run: () => up(), expected: { update: changing }, writes: true },
    { what: "up, unchanged", run: () => up("--expect-no-changes"), ...none },
    {
      what: "up --refresh, after a change by others",
      run: async () => {
        await changedByOthers();
        return up("--refresh");
      },
      ...{ expected: { update: 1 }, writes: true },
    },
    { what: "up, renamed by an alias", declared: renamed, run: () => up("--expect-no-changes"), ...none },
    {
      what: "up --target, replaced",
      declared: { ...renamed, keypair: "others" },
      run: async () => up("--target", await ofCluster()),
      ...{ expected: { replace: 1 }, writes: true },
    },
    { what: "stack import", run: async () => stack.answer(await exported(), "stack", "import"), ...none },
    { what: "destroy", run: () => destroy(), expected: { delete: all }, writes: true },
  ];
  for (const { what, declared, run, expected, writes } of steps) {
    if (declared !== undefined) await stack.program(programOf(load, declared));
    await control.clearRequests();
    const problems = [...problemsOf(what, await run(), expected), ...(await writesOf(what, control, writes))];
    if (problems.length > 0) return problems;
  }
  const left = await Promise.all(["clusters", "reservations", "appTemplates", "secrets"].map(control.state));
  const own = left.flat().filter(({ name }) => ["edge-1", "metal", "app", "secret"].includes(String(name)));
  return own.map(({ name }) => `destroy has left ${name}`);
}

/** Checks the summary of a run. The engine also counts the stack and components as resources, which are excluded here. */
function problemsOf(what: string, run: Run, expected: Record<string, number>): string[] {
  const problems: string[] = [];
  if (run.code !== 0) problems.push(`${what}: exit code ${run.code}: ${run.output}`);
  if (run.output.includes("but without")) problems.push(`${what}: something is lost: ${run.output}`);
  for (const secret of secrets) if (run.output.includes(secret)) problems.push(`${what}: ${secret} is shown`);
  const own = run.steps.filter(({ type }) => /(^|dynamic\/)cloudplatform[/:]/.test(type));
  const seen: Record<string, number> = {};
  for (const { op } of own) if (op in expected || op === "update") seen[op] = (seen[op] ?? 0) + 1;
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    problems.push(`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}: ${run.output}`);
  return problems;
}

async function writesOf(what: string, control: Control, writes: boolean): Promise<string[]> {
  const sent = (await control.requests()).filter(isWriting);
  return sent.length > 0 === writes ? [] : [`${what}: sent ${sent.join(", ") || "nothing"}`];
}
