import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sizeLimit } from "../../provider/review/render/screen.ts";
import { platform } from "../helpers/platform.ts";
import { openRepository } from "../review/repository.ts";

/**
 * More stacks of two projects than run concurrently: reviewed, applied in waves, stopped midway, resumed. Each stack takes some CLI
 * commands, 2 s of processor time. `npm run campaign -- many-stacks` uses 100 stacks. The programs have only outputs;
 * `review-all-stacks.test.ts` covers resources, and `test/review/stacks.test.ts` the summary of 1,000 stacks.
 */
const count = Number(process.env.STACKS_OF_PROJECT ?? 5);
const emulator = await platform();
const names = Array.from({ length: count }, (_, index) => `tenant-${index}`);
const program = (size: number) => `import * as pulumi from "@pulumi/pulumi";
  export const size = ${size};
`;
const reading = (size: number) => `${program(size)}
  new pulumi.StackReference(\`organization/network/\${pulumi.getStack()}\`);
`;
const repository = await openRepository(emulator.url, { network: program(1), shop: reading(1) }, names);
afterAll(() => repository.remove());

test("many stacks are reviewed in one summary, applied in waves, and resumed after a failure", async () => {
  const output = join(repository.folder, "../review");
  const policies = ["--no-policies", "--all-stacks"];
  const made = await repository.run("review", ...policies, "--output", output);
  expect(made, made.err).toMatchObject({ code: 0 });
  const list = JSON.parse(readFileSync(join(output, "review.json"), "utf8"));
  expect(list.waves.map((wave: string[]) => wave.length)).toEqual([count, count]);
  const text = readFileSync(join(output, "review.md"), "utf8");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(sizeLimit);
  expect(text).toContain(`in all ${2 * count} stacks`);
  expect(text.split("\n").length).toBeLessThan(60);

  // The second wave's program changes after the review: its first stacks are refused.
  repository.write("shop/index.ts", reading(2));
  const apply = () => repository.run("apply", ...policies, "--review", join(output, "review.json"));
  const stopped = await apply();
  expect(stopped.code, stopped.err).toBe(3);
  const [, applied, failed, left] = (
    /Applied: (\d+) [^\n]+\nFailed: ([1-4]) [^\n]+\nNot begun: (\d+) /.exec(stopped.err) ?? []
  ).map(Number);
  expect(applied, stopped.err).toBe(count);
  expect(Number(failed) + Number(left), stopped.err).toBe(count);

  repository.write("shop/index.ts", reading(1));
  const resumed = await apply();
  expect(resumed.code, resumed.err).toBe(0);
  expect(resumed.err).toMatch(new RegExp(`Applied: ${count} [^\\n]+\\nApplied by an earlier run: ${count} `));
});
