import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, TestStack } from "../helpers/stack.ts";
import { automationRows } from "./list.ts";
import { type Kind, kinds } from "./resources.ts";
import { testRows } from "./rows.ts";
import { Cell, openWorld, type Snapshot } from "./world.ts";

const guide = new URL("../../docs/guides/automation-api.md", import.meta.url);
const world = await openWorld();
const stacks: TestStack[] = [];
const snapshots: Record<string, Snapshot> = {};
let records = false;

beforeAll(async () => {
  await walk(
    "local",
    'import { declareGroup } from "../../compatibility/resources.ts";\ndeclareGroup({ name: "local" });\n',
  );
  await walk("inline");
});
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

/** A local program runs as on the command line, so only the inline program shows `preview` and `refresh`. */
const operationsOf = { local: ["up", "destroy"], inline: ["up", "preview", "refresh", "destroy"] };

/** Runs the operations of the guide's programs in one folder. */
async function walk(name: "local" | "inline", index?: string) {
  const stack = await world.openStack({ project: name === "local" ? "test" : "site" });
  stacks.push(stack);
  stack.name = "dev";
  if (index === undefined)
    for (const file of ["Pulumi.yaml", "Pulumi.test.yaml", "index.ts"])
      await rm(join(stack.folder, file), { force: true });
  else await writeFile(join(stack.folder, "index.ts"), index);
  for (const [file, text] of await programsOf(name)) await writeFile(join(stack.folder, file), withGroup(file, text));
  for (const operation of operationsOf[name])
    snapshots[`${name} ${operation}`] = await world.snapshot(stack, () => deploy(stack, operation));
  records = existsSync(join(stack.folder, ".cloudplatform", "intents"));
}

/** Returns the guide's programs in a folder, by file. */
async function programsOf(folder: string): Promise<[string, string][]> {
  const text = await readFile(guide, "utf8");
  const blocks = [...text.matchAll(/```ts file=(\S+)\n(.*?)```/gs)].map(
    ([, file = "", code = ""]) => [file, code] as const,
  );
  return blocks.filter(([file]) => file.startsWith(`${folder}/`)).map(([file, code]) => [basename(file), code]);
}

/** Adds a resource of each kind to the guide's program. */
function withGroup(file: string, text: string): string {
  if (file !== "program.ts") return text;
  return `import { declareGroup } from "../../compatibility/resources.ts";\n${text.replace("  return", '  declareGroup({ name: "inline" });\n  return')}`;
}

/** Runs `deploy.ts` as a user does. */
function deploy(stack: TestStack, operation: string): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["deploy.ts", operation],
      { cwd: stack.folder, env: stack.env },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`;
        resolve({ code: error === null ? 0 : 1, output, changes: {}, steps: [], diagnostics: [], progress: [] });
      },
    );
  });
}

function expectLifecycle(kind: Kind, name: "local" | "inline"): void {
  const after = (operation: string) => {
    const snapshot = snapshots[`${name} ${operation}`];
    if (snapshot === undefined) throw new Error(`${name} ${operation} did not run.`);
    expect(snapshot.run.code, snapshot.run.output).toBe(0);
    return { cell: new Cell(snapshot, kind, name), output: snapshot.run.output };
  };
  const created = after("up").cell;
  expect(created.sent()).toEqual(["POST"]);
  expect(created.resource?.id).toBe(created.object?.id);
  for (const [operation, heading] of [
    ["preview", "Previewing update (dev)"],
    ["refresh", "Refreshing (dev)"],
  ] as const) {
    if (!operationsOf[name].includes(operation)) continue;
    const { cell, output } = after(operation);
    expect(output).toContain(heading);
    expect(output).toMatch(/\d+ unchanged/);
    expect(output).not.toMatch(/\d+ (to )?(created?|updated?|replaced?|deleted?)\b/);
    expect(cell.sent()).toEqual([]);
    expect(cell.object).toEqual(created.object);
    expect(cell.resource?.id).toBe(created.resource?.id);
  }
  const destroyed = after("destroy").cell;
  expect(destroyed.sent(created.object?.id)).toEqual(["DELETE"]);
  expect(destroyed.object).toBeUndefined();
  expect(destroyed.resource).toBeUndefined();
}

testRows(automationRows, {
  local: (kind) => expectLifecycle(kind, "local"),
  inline: (kind) => expectLifecycle(kind, "inline"),
});

test("The create journal of an inline program is in its folder", () => {
  expect(records).toBe(true);
});

test("No object is left on the platform", () => {
  for (const kind of kinds) expect(world.objects()[kind]).toEqual([]);
});
