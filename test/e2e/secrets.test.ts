import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const apiKey = "planted-api-key-1f6b";
const linkKey = "planted-link-key-9c2e";
const emulator = await platform({ apiKey });
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  // The API key comes from the configuration, as in a team, and not from the environment.
  stack = await openStack({
    url: "",
    secretsProvider: "passphrase",
    env: { CLOUDPLATFORM_API_KEY: "", CLOUDPLATFORM_BASE_URL: "" },
  });
  await stack.configure({ "cloudplatform:baseUrl": emulator.url }, { "cloudplatform:apiKey": apiKey });
});
afterAll(() => stack.remove());

test("planted secrets are nowhere but on the platform: not in state, backups, event logs, records or output", async () => {
  const program = (key: string) => `
    new cdn.RuleTemplate("plain", { rule: "/a", ruleType: 0, options: { secure_key: { enabled: true, key: ${key} } } });
    new cdn.RuleTemplate("later", {
      rule: "/b", ruleType: 0,
      options: pulumi.output(Promise.resolve({ secure_key: { enabled: true, key: ${key} } })),
    });`;
  const printed: string[] = [];
  const run = async (...args: [string, ...string[]]) => {
    const { output, diagnostics, progress } = await stack.run(...args);
    printed.push(output, ...diagnostics, ...progress);
  };
  await stack.program(program(`"${linkKey}"`));
  await run("preview", "--diff");
  await run("up", "--yes", "--skip-preview", "--diff");
  await run("refresh", "--yes", "--skip-preview", "--diff");
  // The platform echoes the request in its error.
  const body = { errors: { options: [`key ${linkKey}2 of ${apiKey} is not good`] } };
  await control.fault({ name: "status", status: 400, endpoint: "ruleTemplates.replace", body });
  await stack.program(program(`"${linkKey}2"`));
  await run("preview", "--diff");
  await run("up", "--yes", "--skip-preview", "--diff");
  await control.clearFaults();
  await run("up", "--yes", "--skip-preview", "--diff");
  await run("preview", "--json");

  const sent = (await control.state("ruleTemplates")).map((one) => JSON.stringify(one.options)).join();
  expect(sent).toContain(`${linkKey}2`);
  expect(printed.join("\n")).toContain("is not good");
  // The program itself contains the link key in clear text. All other files in the folder were written by tools.
  const files = readdirSync(stack.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.ts")
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.some((file) => file.endsWith("test.json"))).toBe(true);
  const places: [string, string][] = [
    ...files.map((file): [string, string] => [file, readFileSync(file, "utf8")]),
    ["output", printed.join("\n")],
  ];
  const response = await fetch(`${emulator.url}/_emulator/requests`);
  const { requests } = (await response.json()) as { requests: { faults: unknown[] }[] };
  // Exclude the response with secrets that this test itself injected.
  const honest = requests.filter((request) => request.faults.length === 0);
  expect(honest.length).toBeGreaterThan(3);
  places.push(["request record", JSON.stringify(honest)]);
  const leaks = places.filter(([, text]) => text.includes(apiKey) || text.includes(linkKey)).map(([place]) => place);
  expect(leaks).toEqual([]);
});
