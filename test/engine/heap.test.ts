import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack } from "../helpers/stack.ts";

const folder = mkdtempSync(join(tmpdir(), "heap-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** MiB of the young generation when modules have been loaded, and after requests that leave much garbage. */
function youngGeneration(requests: number): number[] {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { keepHeapSmall } from ${JSON.stringify(new URL("../../provider/engine/heap.ts", import.meta.url).href)};
    const kept = [];
    const allocate = () => {
      for (let index = 0; index < 10_000; index++) kept[(kept.length + index) % 100_000] = { index, text: [index] };
      return getHeapSpaceStatistics().find((one) => one.space_name === "new_space").space_size / 2 ** 20;
    };
    for (let count = 0; count < 200; count++) allocate();
    const sizes = [allocate()];
    for (let count = 0; count < ${requests}; count++) {
      await keepHeapSmall();
      sizes.push(allocate());
    }
    // A size is also larger for as long as a collection goes on.
    console.log(sizes[0], Math.min(...sizes.slice(-50)));`;
  return numbersOf(script);
}

/** The numbers that a script prints in a process of its own. */
function numbersOf(script: string, ...flags: string[]): number[] {
  const output = execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], {
    ...{ env: withoutPreload(), encoding: "utf8", stdio: "pipe" },
  });
  return output.trim().split(" ").map(Number);
}

test("the young generation of a provider's process becomes small, and stays so", () => {
  const [before, still] = youngGeneration(99);
  expect(before).toBeGreaterThanOrEqual(32);
  expect(still).toBeGreaterThanOrEqual(32);
  const [, after] = youngGeneration(1000);
  expect(after).toBeLessThanOrEqual(16);
});

test("what the start has left is given back, however small the young generation is", () => {
  const script = `
    import { keepHeapSmall } from ${JSON.stringify(new URL("../../provider/engine/heap.ts", import.meta.url).href)};
    let left = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    const before = process.memoryUsage().heapTotal;
    left = undefined;
    for (let count = 0; count < 100; count++) await keepHeapSmall();
    console.log(before / 2 ** 20, process.memoryUsage().heapTotal / 2 ** 20);`;
  const [before = 0, after] = numbersOf(script, "--max-semi-space-size=1");
  expect(after).toBeLessThan(before - 20);
});

// Under other flags than those of the start, Node and V8 take neither Node's own modules nor others from their caches.
test("a provider's process has loaded its modules before it sets flags of V8", async () => {
  const preload = join(folder, "flags.cjs");
  writeFileSync(
    preload,
    `const { appendFileSync } = require("node:fs");
    const v8 = require("node:v8");
    const loaded = () => new Set([...Object.keys(require("node:module")._cache), ...process.moduleLoadList]);
    const { setFlagsFromString } = v8;
    let seen;
    v8.setFlagsFromString = (flag) => {
      setFlagsFromString(flag);
      seen ??= (appendFileSync(${JSON.stringify(folder)} + "/process-" + process.pid, flag + "\\n"), loaded());
    };
    require("node:module").syncBuiltinESMExports();
    setInterval(() => {
      for (const one of seen === undefined ? [] : loaded().difference(seen)) {
        seen.add(one);
        // Node loads it when values are first compared.
        if (one === "NativeModule internal/util/comparisons") continue;
        appendFileSync(${JSON.stringify(folder)} + "/process-" + process.pid, one + "\\n");
      }
    }, 20).unref();`,
  );
  const emulator = await platform();
  const plugin = await builtPlugin();
  const stack = await openStack({
    url: emulator.url,
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS} --require ${JSON.stringify(preload)}` },
    plugins: [plugin.folder],
  });
  await stack.program(`
    import * as native from "@cloudplatform/pulumi/native";
    for (let index = 0; index < 80; index++) {
      new cdn.RuleTemplate("dynamic-" + index, { rule: "/dynamic/" + index, ruleType: 0 });
      new native.cdn.RuleTemplate("native-" + index, { rule: "/native/" + index, ruleType: 0 });
    }`);
  const up = await stack.up();
  expect(up.changes, up.output).toEqual({ create: 161 });
  await stack.remove();
  const logs = readdirSync(folder).filter((name) => name.startsWith("process-"));
  expect(logs.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(
    Array(2).fill("--heap-growing-percent=30\n"),
  );
});
