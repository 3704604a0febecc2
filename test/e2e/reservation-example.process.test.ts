import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const example = new URL("../../examples/reservation/", import.meta.url);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await writeFile(join(stack.folder, "index.ts"), await readFile(new URL("index.ts", example)));
});
afterAll(() => stack.remove());

test("the reservation example runs from the confirmation of its price to its cancellation", async () => {
  await stack.config("cloudplatform:requireConfirmation", "true");
  const asking = await stack.preview();
  expect(asking.code).not.toBe(0);
  expect(asking.output).toContain("cloudplatform:requireConfirmation");
  const commitment = /confirmCommitment: "([\d.]+ EUR)"/.exec(asking.output)?.[1] ?? "";

  await stack.config("commitment", commitment);
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  const outputs = await stack.outputs();
  expect(outputs).toMatchObject({ reservationId: 1, status: "CREATED", quote: { known: true } });
  expect(commitment).toBe(`${(outputs.quote as { total: string }).total} EUR`);
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);

  const program = await readFile(new URL("index.ts", example), "utf8");
  await writeFile(join(stack.folder, "index.ts"), program.replace("MONTHS12", "MONTHS36"));
  expect((await stack.preview()).output).toContain('changes from "MONTHS12" to "MONTHS36"');
  expect((await stack.destroy()).code).toBe(0);
  expect(emulator.platform.store.reservations.all()).toEqual([]);
});
