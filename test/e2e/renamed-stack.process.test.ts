import { expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { succeeds } from "../helpers/succeeds.ts";

const { emulator, control, newStack } = await platformWithStacks();

/** The state has the previous name, not the one from the create. Only the request contains the current name. */
test("the first request of a destroy deletes the object of a renamed resource in a renamed stack", async () => {
  const named = async () => (await control.state("ruleTemplates")).filter(({ name }) => name === "first");
  const stack = await newStack();
  const program = (name: string, weight: number, options: string) =>
    stack.program(
      `new cdn.RuleTemplate("${name}", { name: "first", rule: "/first/", ruleType: 0, weight: ${weight} }, ${options});`,
    );
  await program("first", 1, "{}");
  await succeeds(stack.up());
  await program("last", 2, '{ aliases: [{ name: "first" }] }');
  await succeeds(stack.up());
  expect(await named()).toHaveLength(1);
  await succeeds(stack.run("stack", "rename", "prod"));

  // The first request of a real process loads the provider.
  stack.realProcesses = true;
  const destroyed = await stack.destroy();
  expect(destroyed.code, destroyed.output).toBe(0);
  expect(destroyed.diagnostics).toEqual([]);
  expect(await named()).toEqual([]);
});

const kinds = (name: string) => `
  new cdn.RuleTemplate("rule", { name: "${name}", rule: "/${name}/", ruleType: 0 });
  new edge.AppTemplate("app", { binaryId: 42, name: "${name}", owned: true, params: [] });
  new edge.Secret("secret", { name: "${name}", secretSlots: [{ slot: 0, value: "value" }] });
  new cdn.RuleSet("set", { rules: [{ key: "a", name: "${name}", rule: "/a/${name}/", ruleType: 0 }] });
  new reservations.Reservation("metal", { name: "${name}", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
  new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "${name}-1", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }] });`;
const collections = ["ruleTemplates", "appTemplates", "secrets", "reservations", "clusters"] as const;

test("a new stack with the old name of a renamed stack has objects of its own", async () => {
  await emulator.control("POST", "clock", { speed: 20_000 });
  const counts = (name: string) =>
    Promise.all(
      collections.map(async (collection) => {
        const all = await control.state(collection);
        return all.filter((one) => one.name === name || one.name === `${name}-1`).length;
      }),
    );
  const stack = await newStack();
  await stack.program(kinds("old"));
  await succeeds(stack.up());
  await succeeds(stack.run("stack", "rename", "prod"));
  await succeeds(stack.run("stack", "init", "test"));

  // e2e/ownership covers that objects with equal inputs belong to prod.
  await stack.program(kinds("new"));
  expect((await succeeds(stack.up())).diagnostics).toEqual([]);
  expect(await counts("old")).toEqual([2, 1, 1, 1, 1]);
  expect(await counts("new")).toEqual([2, 1, 1, 1, 1]);

  await succeeds(stack.run("stack", "select", "prod"));
  await emulator.control("POST", "clock", { speed: 100, advanceMs: 5 * 24 * 3600 * 1000 });
  for (const one of await control.state("reservations"))
    await control.change("reservations", Number(one.id), { status: "CREATED" });
  await emulator.control("POST", "clock", { speed: 20_000 });
  await succeeds(stack.destroy());
  expect(await counts("old")).toEqual([0, 0, 0, 0, 0]);
  expect(await counts("new")).toEqual([2, 1, 1, 1, 1]);
});
