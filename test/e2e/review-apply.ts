import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { commandLine } from "../cli/command-line.ts";
import { sendControl } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { relay } from "../helpers/relay.ts";
import { isRest, rowsOf, testOnce } from "../helpers/rest.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { until } from "../helpers/until.ts";

/** `cloudplatform apply` refuses changes that were not reviewed, and then changes nothing. Uses the real CLI. */
const emulator = await platform({ speed: 100_000 });
const elsewhere = await platform({ speed: 100_000 });
const front = await relay(emulator.url);
let stack: TestStack;
let digest = "";

const program = (weight: number, more = "") => `
  if (process.env.KEEP_THE_LOCK) await new Promise((resolve) => setTimeout(resolve, 600_000));
  new cdn.RuleTemplate("one", { name: "one", rule: "/one/", ruleType: 0, weight: ${weight} });
  new reservations.Reservation("metal", { name: "metal", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
  ${more}
`;

const cluster = `
  new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "edge", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50,
      bootVolumeType: "standard", servergroupPolicy: "affinity" }] });
`;

beforeAll(async () => {
  stack = await openStack({ url: front.url });
  await stack.program('new cdn.RuleTemplate("one", { name: "one", rule: "/one/", ruleType: 0, weight: 1 });');
  expect(await stack.up()).toMatchObject({ code: 0 });
  await stack.program(program(2));
  digest = await review();
});
afterAll(() => stack?.remove());

const run = (args: string[], env: Record<string, string> = {}) =>
  commandLine("", [...args, "-C", stack.folder], { environment: { ...(stack.env as Record<string, string>), ...env } });

async function review(): Promise<string> {
  const made = await run(["review", "--no-policies", "--output", join(stack.folder, "review")]);
  expect(made, made.err).toMatchObject({ code: 0 });
  return made.out.trim();
}

const applying = () => ["apply", "--no-policies", "--review", join(stack.folder, "review/review.json")];

const objectsOf = ({ platform: { store } }: typeof emulator) =>
  JSON.stringify([store.ruleTemplates.all(), store.reservations.all(), store.clusters.all()]);

const platforms = () => [emulator, elsewhere].map(objectsOf);

/** Runs an apply that must be refused, and asserts that neither the state nor a platform has changed. */
async function refused(env: Record<string, string> = {}): Promise<string> {
  const before = [await stack.stateText(), platforms()];
  const ran = await run(applying(), env);
  expect(ran.code, ran.out + ran.err).toBe(3);
  expect([await stack.stateText(), platforms()]).toEqual(before);
  return ran.err;
}

/** Changes the rule template's weight outside Pulumi. The reviewed change sets the weight, too. */
function weighs(weight: number): void {
  const { ruleTemplates } = emulator.platform.store;
  const one = ruleTemplates.all().find(({ name }) => name === "one");
  if (one === undefined) throw new Error("There is no rule template one.");
  ruleTemplates.put(one.id, { ...one, weight });
}

if (isRest())
  test("refuses to apply the review of another platform", async () => {
    const text = await refused({ CLOUDPLATFORM_BASE_URL: elsewhere.url });
    expect(text).toContain(`platform: the platform was ${front.url}, and is ${elsewhere.url} now`);
  });

testOnce("drift, a changed price, a changed program and a changed configuration", async () => {
  const { store } = emulator.platform;
  const flavor = store.flavors.get("bm1-hf-medium");
  if (flavor === undefined) throw new Error("The emulator has no such flavor.");
  weighs(7);
  store.flavors.put(flavor.flavor_id, { ...flavor, price_per_hour: flavor.price_per_hour * 2 });
  await stack.program(program(3));
  await stack.config("test:color", "blue");
  const text = await refused();
  expect(text).toContain("drift: now: cdn:RuleTemplate one: weight: 1 → 7");
  expect(text).toMatch(/price: now: metal commits to/);
  expect(text).toContain("program: update cdn:RuleTemplate one: now: weight: 7 → 3");
  expect(text).toContain('configuration: test:color was (none), and is "blue" now');
  store.flavors.put(flavor.flavor_id, flavor);
  weighs(1);
  await stack.run("config", "rm", "test:color");
  await stack.program(program(2));
});

if (isRest())
  test("an update that runs at the same time", async () => {
    stack.env.KEEP_THE_LOCK = "1";
    const running = stack.start("up", "--yes", "--skip-preview");
    delete stack.env.KEEP_THE_LOCK;
    const locks = join(stack.folder, "backend/.pulumi/locks");
    await until("the stack is locked", () => globSync("**/*.json", { cwd: locks })[0]);
    expect(await refused()).toMatch(
      /Another update of the stack is running \(started by \S+@\S+ \(pid \d+\) at \d{4}-/,
    );
    running.signal("SIGINT");
    await running.done;
  });

/** Reads of the rule template: by the compared preview, by the update's preview, and by the update's refresh. */
test.each(rowsOf([2, 3], 1))("drift that comes after the comparison, before read %i of the object", async (nth) => {
  // An interrupted or refused update has saved the state again.
  await review();
  let reads = 0;
  front.before = (method, path) => {
    // A process reads the list with limit 100 once, to determine the account.
    if (method !== "GET" || !path.includes("/rule_templates") || path.includes("limit=100")) return;
    reads += 1;
    if (reads === nth) weighs(7);
  };
  const state = (await stack.resources()).map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
  const ran = await run(applying());
  front.before = undefined;
  expect(ran.out).toContain("The change is the one that was reviewed");
  expect(ran.code, ran.out + ran.err).toBe(3);
  expect(ran.err).toContain("was changed on the platform after the change was compared with its review");
  expect(ran.err).toContain("nothing was applied");
  // A stopped refresh saves the unchanged state again.
  expect(await stack.resources()).toMatchObject(state);
  expect(emulator.platform.store.ruleTemplates.all().find(({ name }) => name === "one")?.weight).toBe(7);
  expect(emulator.platform.store.reservations.all()).toEqual([]);
  weighs(1);
});

testOnce("the digest alone applies what was reviewed", async () => {
  // The refused update has therefore used up the review.
  expect(await refused()).toContain("a review is applied only once");
  digest = await review();
  // The command that the review prints.
  const printed = /^Apply with +npx cloudplatform (.*)$/m.exec(
    readFileSync(join(stack.folder, "review/review.txt"), "utf8"),
  );
  expect(printed?.[1]).toContain(`--no-policies --digest ${digest}`);
  const applied = await run(printed?.[1]?.split(" ") ?? []);
  expect(applied.code, applied.out + applied.err).toBe(0);
  expect(emulator.platform.store.reservations.all()).toHaveLength(1);
  expect(emulator.platform.store.ruleTemplates.all().find((one) => one.name === "one")?.weight).toBe(2);
});

testOnce("cdn match reads the templates of the state", async () => {
  const matched = await run(["cdn", "match", "/one/", "/two/", "--state", "--json"]);
  expect(matched.code, matched.err).toBe(0);
  const { source, urls } = JSON.parse(matched.out);
  expect(source).toBe("the state of test");
  expect(urls).toMatchObject([{ matches: [{ name: "one", rule: "/one/", weight: 2 }] }, { matches: [] }]);
});

/** Starts the command in its own process, as a user does. */
function applyInProcess() {
  const main = fileURLToPath(new URL("../../provider/cli/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, ...applying(), "-C", stack.folder], { env: stack.env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const done = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
  return { interrupt: () => child.kill("SIGINT"), done };
}

if (isRest()) {
  test("missing prerequisites are named with a fix", async () => {
    const credentials = { PULUMI_BACKEND_URL: "", PULUMI_CREDENTIALS_PATH: join(stack.folder, "nobody") };
    const elsewhereUrl = `file://${join(stack.folder, "review")}`;
    const missing: [env: Record<string, string>, args: string[], words: RegExp][] = [
      [{ PULUMI_BACKEND_URL: elsewhereUrl }, [], /No stack is selected .*--stack, and log in to its backend/],
      [credentials, [], /No stack is selected \(.*PULUMI_ACCESS_TOKEN.*log in to its backend/],
      [{}, ["--stack", "staging"], /"staging" did not start: no stack named 'staging' found.*Check its name/],
    ];
    for (const [env, args, words] of missing) {
      const ran = await run(["drift", ...args], env);
      expect(ran, ran.out).toMatchObject({ code: 2, err: expect.stringMatching(words) });
    }
    const locked = await openStack({ url: front.url, secretsProvider: "passphrase" });
    onTestFinished(() => locked.remove());
    const environment = { ...(locked.env as Record<string, string>), PULUMI_CONFIG_PASSPHRASE: "wrong" };
    const ran = await commandLine("", ["drift", "-C", locked.folder], { environment });
    expect(ran.err).toMatch(/did not start: .*passphrase.*PULUMI_CONFIG_PASSPHRASE/);
  });

  test("Ctrl-C saves the state and names the next step, the next review and apply continue, and reviewed drift is overwritten", async () => {
    const { store, requests } = emulator.platform;
    weighs(9);
    await stack.program(program(3, cluster));
    await review();
    await sendControl(emulator.url, "POST", "clock", { pause: true });
    requests.clear();
    const running = applyInProcess();
    const isWaiting = () =>
      requests.list({}).some(({ path, query }) => path.includes("/tasks") && query.limit === undefined) || undefined;
    await Promise.race([
      until("the cluster is being created", isWaiting, 200_000),
      running.done.then(({ output }) => Promise.reject(new Error(output))),
    ]);
    running.interrupt();
    const { code, output } = await running.done;
    expect(code, output).toBe(130);
    expect(output).toContain("The update was interrupted: what was done is in state, and a new review shows");
    const state = JSON.parse(await stack.stateText());
    expect(state.checkpoint.latest.pending_operations ?? []).toEqual([]);
    const edge = (await stack.resources()).find(({ urn }) => urn.endsWith("::edge"));
    expect(edge?.initErrors).toHaveLength(1);
    expect(globSync("backend/.pulumi/locks/**/*.json", { cwd: stack.folder })).toEqual([]);

    await sendControl(emulator.url, "POST", "clock", { pause: false });
    await review();
    const applied = await run(applying());
    expect(applied.code, applied.out + applied.err).toBe(0);
    expect(store.clusters.all().map(({ name, status }) => [name, status])).toEqual([["edge", "Provisioned"]]);
    expect(store.ruleTemplates.all().find(({ name }) => name === "one")?.weight).toBe(3);
  });
}
