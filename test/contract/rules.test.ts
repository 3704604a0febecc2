import { readJson } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import type { Expected } from "./companion/apply.ts";
import { expectedParts } from "./comparison/expected.ts";
import { listed } from "./comparison/listed.ts";
import { sampleOf } from "./comparison/sample.ts";

/** Rules that span several fields, or that a table of fields cannot express. */

const { expected } = expectedParts();
const at = (place: string): Expected => expected[place] ?? { type: "unstated" };
const body = (number: number, change: Record<string, unknown>): unknown => ({
  ...Object(sampleOf(at(`#${number} body`))),
  ...change,
});
const messages = (number: number, value: unknown): string[] =>
  listed(number, "body")
    .safeParse(value)
    .error?.issues.map((issue) => issue.path.join(".")) ?? [];

test("a rule is accepted with and without its leading slash, and as an anchored pattern", () => {
  for (const rule of ["images", "/images", "^/images/.*$"]) expect(messages(2, body(2, { rule })), rule).toEqual([]);
});

test("every option may be null", () => {
  const names = Object.keys(at("#2 body").fields?.options?.fields ?? {});
  expect(names).toHaveLength(44);
  const options = Object.fromEntries(names.map((name) => [name, null]));
  expect(messages(2, body(2, { options }))).toEqual([]);
});

test("a bare metal pool is accepted without volume and server group, and refused with them", () => {
  const pool = { name: "metal", flavor_id: "bm1-hf-medium", min_node_count: 1 };
  expect(messages(3, body(3, { pools: [pool] }))).toEqual([]);
  const withVolume = { ...pool, boot_volume_size: 50 };
  expect(messages(3, body(3, { pools: [withVolume] }))).toEqual(["pools.0.boot_volume_size"]);
});

test("a pool whose maximum node count is below its minimum is refused", () => {
  const pool = { name: "metal", flavor_id: "bm1-hf-medium", min_node_count: 3, max_node_count: 2 };
  expect(messages(3, body(3, { pools: [pool] }))).toEqual(["pools.0.max_node_count"]);
});

test("counts and bytes of events keep all digits up to 64 bits, and are refused beyond", () => {
  const events = (bytes: string) => readJson(`{"reaching_used_space":[{"bytes":${bytes}}]}`);
  const response = listed(13, "response");
  const highest = "18446744073709551615";
  expect(response.parse(events(highest))).toEqual({ reaching_used_space: [{ bytes: highest }] });
  expect(response.safeParse(events("18446744073709551616")).success).toBe(false);
  expect(response.safeParse(events("-1")).success).toBe(false);
});
