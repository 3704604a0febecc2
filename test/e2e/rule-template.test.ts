import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform();
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());
afterEach(async () => {
  await control.clearFaults();
  await control.clearRequests();
});

/** Returns the templates that are not the platform's own. */
async function templates() {
  return (await control.state("ruleTemplates")).filter((one) => one.default !== true && one.id !== 77);
}

const program = `
  const images = new cdn.RuleTemplate("images", {
    rule: "images/.*", ruleType: 0,
    options: {
      country_acl: { enabled: true, policy_type: "deny", excepted_values: ["FR", "DE"] },
      gzipOn: null,
      secure_key: { enabled: true, key: "s3cret-key-0815" },
    },
  });
  export const id = images.id;
  export const templateId = images.templateId;
  export const name = images.name;
  export const rule = images.rule;`;

describe("a rule template", () => {
  test("is created with one POST, and the next preview is empty", async () => {
    await stack.program(program);
    const up = await stack.up();
    expect(up.changes).toEqual({ create: 2 });
    expect((await control.requests()).filter((request) => request.startsWith("POST"))).toHaveLength(1);
    const [live] = await templates();
    expect(live).toMatchObject({ rule: "/images/.*", ruleType: 0 });
    expect(live?.options).not.toHaveProperty("gzipOn");
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(await stack.outputs()).toEqual({
      id: String(live?.id),
      templateId: live?.id,
      name: live?.name,
      rule: "/images/.*",
    });
  });

  test("keeps its secrets encrypted in state and out of all output", async () => {
    expect(await stack.stateText()).not.toContain("s3cret-key-0815");
    const shown = await stack.preview("--diff", "--refresh");
    expect(shown.output).not.toContain("s3cret-key-0815");
  });

  test("is unchanged with a leading slash, another order of countries and an explicit null", async () => {
    const same = program
      .replace('"images/.*"', '"/images/.*"')
      .replace('["FR", "DE"]', '["DE", "FR"]')
      .replace("ruleType: 0,", "ruleType: 0, overrideOriginProtocol: null,");
    await stack.program(same);
    const preview = await stack.preview("--expect-no-changes");
    expect(preview.code, preview.output).toBe(0);
  });

  test("changes in place, including the rule type, and removed fields are cleared", async () => {
    const before = await templates();
    await stack.program(`
      new cdn.RuleTemplate("images", { rule: "/pictures/", ruleType: 1, weight: 7, name: "pictures",
        options: { edge_cache_settings: { enabled: true, value: "60s" } } });`);
    const up = await stack.up();
    expect(up.changes).toEqual({ update: 1, same: 1 });
    const after = await templates();
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before[0]?.id, rule: "/pictures/", ruleType: 1, weight: 7 });
    expect(Object.keys(after[0]?.options as object)).toEqual(["edge_cache_settings"]);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("that somebody changed shows its drift in refresh, and the next up corrects it", async () => {
    const [live] = await templates();
    await control.change("ruleTemplates", Number(live?.id), { weight: 99, overrideOriginProtocol: "HTTP" });
    const refresh = await stack.run("refresh", "--yes", "--skip-preview", "--diff");
    expect(refresh.changes).toEqual({ update: 1, same: 1 });
    const preview = await stack.preview("--diff");
    expect(preview.output).toMatch(/weight\s*: 99 => 7/);
    expect(preview.output).toMatch(/- overrideOriginProtocol\s*: "HTTP"/);
    await stack.up();
    expect((await templates())[0]).toMatchObject({ weight: 7, overrideOriginProtocol: null });
  });

  test("that the platform marks as deleted is removed from state, and the next up creates it again", async () => {
    const [live] = await templates();
    await control.change("ruleTemplates", Number(live?.id), { deleted: true });
    const refresh = await stack.refresh();
    expect(refresh.changes).toMatchObject({ delete: 1 });
    expect((await stack.up()).changes).toEqual({ create: 1, same: 1 });
  });

  test("is created once if the response is lost, and the line of the resource reports it", async () => {
    await stack.destroy();
    const before = (await templates()).length;
    await control.fault({ name: "drop-after", endpoint: "ruleTemplates.create", count: 1 });
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(up.progress.join("\n")).toContain("no clear response; looking whether it was created");
    expect(await templates()).toHaveLength(before + 1);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("is created once if its request never arrives", async () => {
    await stack.destroy();
    const before = (await templates()).length;
    await control.fault({ name: "drop-before", endpoint: "ruleTemplates.create", count: 1 });
    expect((await stack.up()).code).toBe(0);
    expect(await templates()).toHaveLength(before + 1);
  });

  test("is found if Pulumi was killed before it saved the state", async () => {
    await stack.destroy();
    const before = (await templates()).length;
    await control.fault({ name: "delay", ms: 600_000, endpoint: "ruleTemplates.create", count: 1 });
    const going = stack.start("up", "--yes", "--skip-preview");
    await until("the request has arrived", control.faultsAreSpent);
    going.signal("SIGKILL");
    await going.done;
    await control.clearFaults();
    await expect.poll(async () => (await templates()).length).toBe(before + 1);
    await stack.unlock();
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(await templates()).toHaveLength(before + 1);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("that no longer exists counts as deleted", async () => {
    const id = Number((await stack.resources())[0]?.id);
    await control.remove("ruleTemplates", id);
    const destroyed = await stack.destroy();
    expect(destroyed.code, destroyed.output).toBe(0);
    expect(await stack.resources()).toEqual([]);
  });
});
