import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";

/** Bytes of the young generation after many objects have outlived collections, in a process of its own. */
function youngGeneration(before: string): number {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    ${before}
    const kept = [];
    for (let index = 0; index < 2_000_000; index++) kept[index % 200_000] = { index, text: [index] };
    console.log(getHeapSpaceStatistics().find((one) => one.space_name === "new_space").space_size);`;
  const env = withoutPreload();
  return Number(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8", stdio: "pipe" }),
  );
}

test("the young generation of a provider's process stays small", () => {
  const heap = JSON.stringify(new URL("../../provider/engine/heap.ts", import.meta.url).href);
  const small = youngGeneration(`import { keepHeapSmall } from ${heap}; keepHeapSmall();`);
  // Of two dozen runs: 2 to 6 MiB, and 64 or more.
  expect(small).toBeLessThan(youngGeneration("") / 4);
});
