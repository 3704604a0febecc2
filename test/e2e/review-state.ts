import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Review, reviewSchema } from "../../provider/review/model/schema.ts";
import { files } from "../../provider/review/render/formats.ts";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { isRest, rowsOf, testOnce } from "../helpers/rest.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/** Changes that the engine does not count as changes: options, names, secretness and outputs. A review shows them, `apply` applies them. */
const emulator = await platform({ speed: 100_000 });
let stack: TestStack;

const template = (name: string, options = "{}", rule = '"/x/"') =>
  `const ${name} = new cdn.RuleTemplate("${name}", { name: "${name}", rule: ${rule}, ruleType: 0, weight: 1 }, ${options});`;

const first = [
  "class Area extends pulumi.ComponentResource { constructor(size: unknown) { super('test:index:Area', 'area'); this.registerOutputs({ size }); } }",
].join("\n");

const before = `${first}
  ${["on", "kept", "tied", "late", "marked"].map((name) => template(name)).join("\n")}
  ${template("off", "{ protect: true }")}
  ${["handed", "inside"].map((name) => template(name)).join("\n")}
  new cdn.RuleTemplate("old", { name: "moved", rule: "/x/", ruleType: 0, weight: 2 });
  const area = new Area(1);
  export const token = pulumi.secret("token-of-before");
`;

const after = `${first}
  const account = new cloudplatform.Provider("account", { baseUrl: process.env.CLOUDPLATFORM_BASE_URL, apiKey: pulumi.secret("local") });
  const area = new Area(2);
  const hook = new pulumi.ResourceHook("made", async () => { console.log("made"); });
  ${template("on", "{ protect: true }")}
  ${template("off")}
  ${template("kept", "{ retainOnDelete: true }")}
  ${template("tied", "{ deletedWith: on }")}
  ${template("late", '{ dependsOn: [on], additionalSecretOutputs: ["rule"], ignoreChanges: ["weight"], hooks: { afterCreate: [hook] } }')}
  ${template("marked", "{}", 'pulumi.secret("/x/")')}
  ${template("handed", "{ provider: account }")}
  ${template("inside", "{ parent: area, aliases: [{ parent: pulumi.rootStackResource }] }")}
  new cdn.RuleTemplate("renamed", { name: "moved", rule: "/x/", ruleType: 0, weight: 2 }, { aliases: [{ name: "old" }] });
  export const token = pulumi.secret("token-of-after");
`;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await stack.program(before);
  expect(await stack.up()).toMatchObject({ code: 0 });
  await stack.program(after);
});
afterAll(() => stack?.remove());

const run = (...args: string[]) =>
  commandLine("", [...args, "--no-policies", "-C", stack.folder], {
    environment: stack.env as Record<string, string>,
  });

const file = (format: keyof typeof files = "json") => join(stack.folder, "review", files[format]);

async function review(): Promise<Review> {
  const made = await run("review", "--output", join(stack.folder, "review"));
  expect(made, made.err).toMatchObject({ code: 0 });
  return reviewSchema.parse(JSON.parse(readFileSync(file(), "utf8")));
}

const stateOf = async (name: string) => (await stack.resources()).find(({ urn }) => urn.endsWith(`::${name}`));

test("a review shows every change of the state, and an apply makes each once", async () => {
  const made = await review();
  const shown = made.operations.map(({ name, operation, changes, options }) => [
    name,
    operation,
    [...changes, ...options].map(({ path, kind, secret }) => `${kind} ${path}${secret === true ? " (secret)" : ""}`),
  ]);
  expect(shown).toEqual([
    ["handed", "state", ["update provider"]],
    ["kept", "state", ["add retainOnDelete"]],
    ["late", "state", ["add additionalSecretOutputs", "add dependencies", "add hooks", "add ignoreChanges"]],
    ["marked", "state", ["update rule (secret)"]],
    ["off", "state", ["delete protect"]],
    ["on", "state", ["add protect"]],
    ["renamed", "state", ["update urn"]],
    ["tied", "state", ["add deletedWith"]],
    ["account", "create", ['add ["cloudplatform:apiKey"] (secret)', 'add ["cloudplatform:baseUrl"]']],
    ["inside", "state", ["update urn", "update parent"]],
    ["area", "state", ["update outputs.size"]],
  ]);
  expect(made.outputs).toEqual([{ path: "token", kind: "update", secret: true }]);
  expect(made.verdict.reasons).toEqual(["3 resources whose protection or deletion changes"]);
  for (const format of ["json", "markdown", "html", "text"] as const)
    expect(readFileSync(file(format), "utf8")).not.toMatch(/token-of-/);

  const rollback = join(stack.folder, "before.json");
  if (isRest()) await stack.run("stack", "export", "--file", rollback);
  await stack.program(after.replace('console.log("made")', "process.exit(1)"));
  expect(await run("apply", "--review", file())).toMatchObject({
    code: 3,
    err: expect.stringMatching(/versions: code of hooks and transforms was "sha256:\w+", and is "sha256:/),
  });
  await stack.program(after);
  const applied = await run("apply", "--review", file());
  expect(applied.code, applied.out + applied.err).toBe(0);
  expect(await stateOf("on")).toMatchObject({ protect: true });
  expect((await stateOf("off"))?.protect).toBeUndefined();
  expect(await stateOf("kept")).toMatchObject({ retainOnDelete: true });
  expect(await stateOf("tied")).toMatchObject({ deletedWith: expect.stringMatching(/::on$/) });
  expect(await stateOf("renamed")).toBeDefined();
  expect(await stateOf("handed")).toMatchObject({ provider: expect.stringContaining("::account::") });
  expect(await stateOf("inside")).toMatchObject({ parent: expect.stringMatching(/::area$/) });

  if (isRest()) await isAppliedOnce(rollback);
});

/** In npm test, review/digest covers this without the CLI, and e2e/review-apply with it. */
async function isAppliedOnce(rollback: string): Promise<void> {
  const forward = join(stack.folder, "after.json");
  await stack.run("stack", "export", "--file", forward);
  // A rollback restores the state including its timestamp, and leaves the platform unchanged.
  expect(await stack.run("stack", "import", "--file", rollback)).toMatchObject({ code: 0 });
  expect(await run("apply", "--review", file())).toMatchObject({
    code: 3,
    err: expect.stringContaining("the state is the same again, but a review is applied only once"),
  });
  expect(await stack.run("stack", "import", "--file", forward)).toMatchObject({ code: 0 });
  const again = await run("apply", "--review", file());
  expect(again).toMatchObject({ code: 3, err: expect.stringContaining("the stack was updated after the review") });
}

testOnce("a rename survives the removal of its alias, and an unchanged stack is safe and not written", async () => {
  await stack.program(after.replace(', { aliases: [{ name: "old" }] }', ""));
  const made = await review();
  expect(made).toMatchObject({ operations: [], outputs: [], verdict: { level: "safe", reasons: [] } });
  const state = await stack.stateText();
  const applied = await run("apply", "--review", file());
  expect(applied, applied.err).toMatchObject({ code: 0, out: expect.stringContaining("Nothing to apply") });
  expect(await stack.stateText()).toBe(state);
});

/** Encodings in which a message may contain secrets of the configuration, the state and the program. */
const encodings = [
  (secret: string) => secret,
  (secret: string) => Buffer.from(secret).toString("base64"),
  (secret: string) => encodeURIComponent(secret),
  (secret: string) => JSON.stringify({ secret }),
];

test("a review with a failed preview is blocked, and contains no secret of configuration, state or program", async () => {
  const planted = { configured: "planted+in config", stored: "token-of-after", declared: "planted/in program" };
  await stack.config("test:token", planted.configured, { secret: true });
  const texts = Object.values(planted).flatMap((secret) => encodings.map((encode) => encode(secret)));
  const declared = `${after}
    const declared = new cdn.RuleTemplate("declared", { name: "declared", rule: pulumi.secret(${JSON.stringify(planted.declared)}), ruleType: 0, weight: 1 });`;
  const failing = {
    check: `new cdn.RuleTemplate("wrong", { name: ${JSON.stringify(texts.join(" "))}, rule: "/x/", ruleType: 99, weight: 1 });`,
    program: `declared.urn.apply(() => { throw new Error(${JSON.stringify(texts.join(" "))}); });`,
  };
  for (const [what, statement] of rowsOf(Object.entries(failing), 1)) {
    await stack.program(`${declared}\n${statement}`);
    const isShown = what === "program";
    const made = await run("review", ...(isShown ? ["--exit-zero"] : []), "--output", join(stack.folder, "review"));
    expect(made.code, made.out + made.err).toBe(isShown ? 0 : 1);
    const json = reviewSchema.parse(JSON.parse(readFileSync(file(), "utf8")));
    expect(json).toMatchObject({ verdict: { level: "blocked" }, errors: expect.arrayContaining([expect.any(String)]) });
    if (what === "program") expect(JSON.stringify(json.errors)).toContain("[secret]");
    const whole = [
      made.out,
      made.err,
      ...(["json", "markdown", "html", "text"] as const).map((one) => readFileSync(file(one), "utf8")),
    ];
    for (const one of whole)
      for (const secret of texts.filter((text) => !text.startsWith("{"))) expect(one).not.toContain(secret);
  }
});
