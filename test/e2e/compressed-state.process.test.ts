import { expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { descendant } from "../helpers/processes.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";

/** A variable makes Pulumi compress the state in a folder or bucket, as docs/performance.md recommends. */
const { control, newStack } = await platformWithStacks();
const count = 30;

test("the objects of a killed run are found, whether the next run compresses the state or not", async () => {
  const stack = await newStack();
  const ids = async () => Object.fromEntries((await stack.resources()).map(({ urn, id }) => [urn, id]));
  const made = async () => (await control.state("ruleTemplates")).length;
  const before = await made();
  await stack.program(`for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate("rule-" + i, { name: "rule-" + i, rule: "/compressed/" + i, ruleType: 0 });`);
  stack.env.PULUMI_DIY_BACKEND_ZSTD = "true";
  const going = stack.start("up", "--yes", "--skip-preview", "--parallel", "2");
  const provider = await until("there is a provider", () => descendant(going.pid, /dynamic-provider/));
  await until("some templates are there", async () => (await made()) - before >= 5 || undefined);
  process.kill(provider, "SIGKILL");
  going.signal("SIGKILL");
  await going.done;
  await stack.unlock();
  await succeeds(stack.up());
  const created = await ids();
  expect(new Set(Object.values(created)).size).toBe(count);
  expect((await made()) - before).toBe(count);
  expect((await stack.stateFile()).length).toBeLessThan((await stack.stateText()).length / 4);

  // Without the variable, or with the other one, Pulumi uses the same state.
  delete stack.env.PULUMI_DIY_BACKEND_ZSTD;
  for (const setting of [{}, { PULUMI_DIY_BACKEND_GZIP: "true" }]) {
    Object.assign(stack.env, setting);
    await succeeds(stack.up("--refresh", "--expect-no-changes"));
    expect(await ids()).toEqual(created);
  }
  await succeeds(stack.destroy());
  expect(await made()).toBe(before);
});
