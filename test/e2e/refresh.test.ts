import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { succeeds } from "../helpers/succeeds.ts";

const { emulator, control, newStack } = await platformWithStacks();

const program = `
  for (const name of ["first", "same", "changed"])
    new cdn.RuleTemplate(name, { name, rule: "/refresh/" + name, ruleType: 0, weight: 3 });
  new cdn.RuleTemplate("hidden", { name: pulumi.secret("hidden"), rule: "/refresh/hidden", ruleType: 0 });
  new cdn.RuleSet("set", { rules: [{ key: "one", rule: "/refresh/one", ruleType: 0 }] });
  new edge.AppTemplate("app", { binaryId: 42, name: "refresh", owned: true, params: [] });
  new edge.Secret("secret", { name: "refresh", secretSlots: [{ slot: 0, value: "value" }] });
  new reservations.Reservation("metal", { name: "refresh", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
  new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "refresh-1", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }] });`;

/** Resources whose secrets the engine sends unmarked and the provider returns marked. */
const marked = ["hidden", "secret"];

interface Call {
  method: string;
  request: { urn: string };
  response?: { inputs?: object };
}

test("names inputs only of objects that differ from state, and leaves the rest of the state unchanged", async () => {
  await emulator.control("POST", "clock", { speed: 20_000 });
  const folder = mkdtempSync(join(tmpdir(), "refresh-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stack = await newStack();
  await stack.program(program);
  // With `--parallel=1`, the state lists resources in registration order.
  await succeeds(stack.run("up", "--yes", "--skip-preview", "--parallel=1"));
  // From here on, nothing changes over time.
  await emulator.control("POST", "clock", { pause: true });
  await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
  const resources = async () => {
    // The engine encrypts with a new nonce on each save.
    const withoutCiphertext = (key: string, value: unknown) => (key === "ciphertext" ? undefined : value);
    const { checkpoint } = JSON.parse(await stack.stateText(), withoutCiphertext);
    const all: { urn: string }[] = checkpoint.latest.resources;
    return new Map(all.map((one) => [one.urn.split("::").at(-1) ?? "", one]));
  };
  /**
   * Refreshes, and asserts for which resources the provider returned inputs.
   * The engine's first request, for whichever resource, loads the package, and its response always contains inputs.
   */
  const expectNamed = async (expected: string[]) => {
    const log = join(folder, "calls.json");
    rmSync(log, { force: true });
    stack.env.PULUMI_DEBUG_GRPC = log;
    await succeeds(stack.run("refresh", "--yes", "--skip-preview", "--parallel=1"));
    const calls: Call[] = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const reads = calls.filter(({ method, response }) => method.endsWith("ResourceProvider/Read") && response);
    expect(reads.length).toBe(9);
    const nameOf = ({ request }: Call) => request.urn.split("::").at(-1);
    const [first, ...later] = reads;
    const names = later.filter(({ response }) => response?.inputs).map(nameOf);
    expect(names.sort()).toEqual(expected.filter((name) => !first || name !== nameOf(first)));
  };

  const before = await resources();
  await expectNamed(marked);
  expect(await resources()).toEqual(before);

  const [changed] = (await control.state("ruleTemplates")).filter(({ name }) => name === "changed");
  await control.change("ruleTemplates", Number(changed?.id), { weight: 4 });
  await expectNamed(["changed", ...marked]);
  const after = await resources();
  expect(after.get("changed")).toMatchObject({ inputs: { weight: 4 }, outputs: { weight: 4 } });
  after.delete("changed");
  before.delete("changed");
  expect(after).toEqual(before);
});
