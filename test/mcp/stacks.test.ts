import { afterAll, beforeAll, expect, test } from "vitest";
import { mayChange } from "../../provider/api/index.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { callTool, connect } from "./connect.ts";

/** The tools that run Pulumi, with the real CLI: 3 s of processor time. */
const emulator = await platform({ speed: 100_000 });
let stack: TestStack;

const program = (weight: number, more = "") => `
  const token = new pulumi.Config().requireSecret("token");
  new cdn.RuleTemplate("one", { name: "one", rule: "/one/.*", ruleType: 0, weight: ${weight},
    options: { staticRequestHeaders: { enabled: true, value: { "X-Token": token } } } });
  ${more}
`;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await stack.config("token", "planted-token-4711", { secret: true });
  await stack.program(program(1));
  expect(await stack.up()).toMatchObject({ code: 0 });
  emulator.platform.requests.clear();
});
afterAll(() => stack?.remove());

const call = async (name: string, given: Record<string, unknown>) =>
  callTool(await connect(stack.env as Record<string, string>, stack.folder), name, given);

test("review gives the verdict of a change, and neither it nor its preview changes anything", async () => {
  await stack.program(program(2, 'new cdn.RuleTemplate("two", { name: "two", rule: "/two/", ruleType: 0 });'));
  const before = await stack.stateText();
  const { text, isError } = await call("review", { policies: false });
  expect(isError, text).toBe(false);
  expect(text).toMatch(/1 to create.*1 to update|create 1.*update 1|two/s);
  expect(text).toMatch(/weight.*1.*2/s);
  expect(text).not.toContain("planted-token-4711");
  expect(emulator.platform.requests.list({}).filter(({ method }) => mayChange({ method } as never))).toEqual([]);
  expect(await stack.stateText()).toBe(before);
});

test("a request of the program itself is refused, too", async () => {
  await stack.program(`
    const { createClient, scopeOf } = await import("@cloudplatform/pulumi/client");
    const client = createClient({ baseUrl: "${emulator.url}", apiKey: "local" }).bind(scopeOf("the program"));
    await client.call({ method: "DELETE", path: "/cdn/resources/rule_templates/1", summary: "Delete a rule template" }, {});
  `);
  const { text } = await call("review", { policies: false });
  expect(text).toContain("[CP1007]");
});

test("match shows the templates of the stack's state", async () => {
  expect((await call("match", { urls: ["/one/a.png", "/three/"] })).text).toMatch(/one/);
});

test("a folder outside of the server's folder and a missing folder are refused with a message", async () => {
  for (const [folder, sentence] of [
    ["..", "is not below"],
    ["missing", "does not exist below"],
  ] as const)
    expect(await call("review", { folder })).toEqual({ isError: true, text: expect.stringContaining(sentence) });
});

test("a stack that is missing is named", async () => {
  const { text, isError } = await call("match", { urls: ["/"], stack: "none" });
  expect(isError).toBe(true);
  expect(text).toMatch(/none.*\[CP4001\]/s);
});
