import { beforeEach, expect, test } from "vitest";
import { sleep } from "../../provider/client/operation-scope.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { openDynamic } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();
const control = controlOf(emulator);

let serial = 0;

/** Creates templates as one run does. Each test has clients of its own, which share no list with those of another one. */
let settings: Record<string, string> = {};
beforeEach(async () => {
  await control.reset();
  settings = {
    "cloudplatform:ambiguityTimeoutSeconds": "60",
    "cloudplatform:pollTimeoutSeconds": String(7_700 + ++serial),
  };
});

const inputsOf = (name: string) => ({ name, rule: `/${name}`, ruleType: 0, weight: 3 });

async function create(name: string): Promise<string | undefined> {
  const resource = openDynamic(ruleTemplateHandler, emulator, `${name}-${serial}`, settings);
  await resource.up(inputsOf(name));
  return resource.state?.id;
}

/** Creates templates, 2 s after one another. */
async function createInARow(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await sleep(2_000);
    await create(`row-${++rows}`);
  }
}
let rows = 0;

/** Creates a template as somebody else, whose resource and stack nothing here knows. Returns its id. */
async function createElsewhere(name: string): Promise<number> {
  const response = await fetch(`${emulator.url}/cdn/resources/rule_templates`, {
    method: "POST",
    headers: { authorization: "APIKey local", "content-type": "application/json" },
    body: JSON.stringify({ ...inputsOf(name), options: {} }),
  });
  return ((await response.json()) as { id: number }).id;
}

/** A list has two pages, of which the second one is empty. */
const lists = async () => (await control.calls("ruleTemplates.list")) / 2;

test("creations that follow each other share one list for as long as reads may be stale", async () => {
  await createInARow(10);
  expect(await lists()).toBe(1);
  await createInARow(22);
  expect(await lists()).toBe(2);
});

test("a creation long after the last one that succeeded lists the templates again, and stops at an equal one", async () => {
  await create("first");
  await createElsewhere("second");
  await sleep(2_000);
  await control.fault({ name: "status", endpoint: "ruleTemplates.create", status: 400, count: 1 });
  await expect(create("refused")).rejects.toThrow("400");
  await sleep(2_000);
  await expect(create("second")).rejects.toThrow("CP2105");
});

test("a template that was deleted since the list does not stop a creation", async () => {
  const id = await createElsewhere("second");
  await createInARow(3);
  await control.remove("ruleTemplates", id);
  await create("second");
});

test("a creation without a response does not adopt a template that is older than its request and newer than the list", async () => {
  await createInARow(2);
  await createElsewhere("lost");
  await createInARow(2);
  await control.fault({ name: "drop-before", endpoint: "ruleTemplates.create", count: 1 });
  await expect(create("lost")).rejects.toThrow("CP2113");
});
