import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { signatureKey } from "../../provider/pulumi/formats/markers.ts";
import { nameOfUrn } from "../../provider/pulumi/formats/urn.ts";
import { platformOf } from "../helpers/moved-platform.ts";
import { runCommand } from "../helpers/run.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { transitKey } from "../helpers/transit.ts";

// Runs each printed command with the real CLI, to prove that it works: 9 s of processor time.

const command = fileURLToPath(new URL("../../provider/cli/start.cjs", import.meta.url));
const stacks: TestStack[] = [];
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

interface Resource {
  urn: string;
  id?: string;
  dependencies?: string[];
  [field: string]: unknown;
}

/** Returns a state with edited resources, with plain strings for secrets of another secrets provider. */
function stateOf(text: string, edit: (resources: Resource[]) => Resource[]): string {
  const isSecret = (value: unknown) => value !== null && typeof value === "object" && signatureKey in value;
  const { deployment, ...state } = JSON.parse(text, (_, value) => (isSecret(value) ? "planted" : value));
  const { secrets_providers: _, ...kept } = deployment;
  return JSON.stringify({ ...state, deployment: { ...kept, resources: edit(deployment.resources) } });
}

/** Opens the stack `dev` of a project `shop`, with the resources of a bridged package, in its own checkout. */
async function openBridged(state: string, edit: (resources: Resource[]) => Resource[]) {
  const folder = new URL(`terraform/${state}/`, import.meta.url);
  const { emulator } = await platformOf(folder);
  const env = { CLOUDPLATFORM_EDGE_WORD: "fastedge" };
  const stack = await openStack({ url: emulator.url, project: "shop", env });
  stacks.push(stack);
  await succeeds(stack.run("stack", "init", "dev", "--secrets-provider", transitKey));
  const importState = async (text: string) =>
    succeeds(stack.answer(stateOf(text, edit), "stack", "import", "--stack", "dev"));
  await importState(await readFile(new URL("stack.json", folder), "utf8"));
  const shell = (line: string) => runCommand("sh", ["-c", line], { cwd: stack.folder, env: stack.env });
  const exported = async () => JSON.parse((await shell("pulumi stack export --stack dev")).output);
  return { stack, shell, exported };
}

/** Pipes `pulumi stack export` to `adopt --from -`. Returns the objects to hand over, and the printed commands. */
async function adopted({ stack, shell }: Awaited<ReturnType<typeof openBridged>>) {
  const line = `pulumi stack export --stack dev | '${process.execPath}' '${command}' adopt --from - --out adopted`;
  const { code, output } = await shell(line);
  expect(code, output).toBe(0);
  const { resources } = JSON.parse(await readFile(join(stack.folder, "adopted/import.json"), "utf8"));
  const isObject = (one: { id?: string }) => one.id !== undefined;
  return {
    output,
    count: resources.filter(isObject).length,
    commands: [...output.matchAll(/pulumi state delete .*/g)].map(String),
  };
}

const edited = (name: string, more: object) => (resources: Resource[]) =>
  resources.map((one) => (nameOfUrn(one.urn) === name ? { ...one, ...more } : one));

const ofThePlatform = ({ resources }: { resources: Resource[] }) =>
  resources.filter(({ urn, id }) => id !== undefined && !urn.includes("pulumi:providers:"));

test.each(["bridged-0.x", "bridged-2.x"])(
  "%s: the printed commands take every adopted object out of the stack, a protected one that others need included",
  async (state) => {
    const bridged = await openBridged(state, edited("shared", { protect: true }));
    const { output, count, commands } = await adopted(bridged);
    expect(commands).toHaveLength(count);
    expect(output).toContain("in the folder of the project shop:");
    for (const line of commands) {
      const ran = await bridged.shell(line);
      expect(ran, `${line}\n${ran.output}`).toMatchObject({ code: 0 });
    }
    expect(ofThePlatform((await bridged.exported()).deployment)).toEqual([]);
  },
);

test("an object whose old one is not deleted yet stays, and what must be done first is printed, since Pulumi keeps what it needs", async () => {
  const twice = (resources: Resource[]) =>
    resources.flatMap((one) => (nameOfUrn(one.urn) === "by_number-0" ? [one, { ...one, delete: true }] : [one]));
  const bridged = await openBridged("bridged-2.x", twice);
  const { output, commands } = await adopted(bridged);
  expect(output.match(/by_number-0 stays and depends on \S+by_key-a, \S+by_key-b\/c: write out/g)).toHaveLength(1);
  const refused: string[] = [];
  for (const line of commands) if ((await bridged.shell(line)).code !== 0) refused.push(line);
  expect(refused.map((line) => nameOfUrn(line).replace("'", ""))).toEqual(["by_key-b/c", "by_key-a", "shared"]);
  // Two resources have this URN. The URN is ambiguous to Pulumi, so no command is printed for it.
  const left = ofThePlatform((await bridged.exported()).deployment).find((one) => one.delete === true);
  expect((await bridged.shell(`pulumi state delete --stack dev --yes '${left?.urn}'`)).output).toContain("ambiguous");

  // The state after running a program without these references.
  const state = JSON.stringify(await bridged.exported());
  const alone = edited("by_number-0", { dependencies: [], propertyDependencies: {} });
  await succeeds(bridged.stack.answer(stateOf(state, alone), "stack", "import", "--stack", "dev"));
  for (const line of refused) await succeeds(bridged.shell(line));
});
