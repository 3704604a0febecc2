import { expect, test } from "vitest";
import { readErrorBody } from "../../provider/client/error-body.ts";

const asItIs = (text: string) => text;

test.each([
  [
    "cloud",
    {
      exception_class: "ConflictError",
      message: "Cluster is locked.",
      request_id: "r-1",
      invalid_fields: { name: ["too long"] },
    },
    { message: "Cluster is locked.; name: too long", requestId: "r-1", exceptionClass: "ConflictError" },
  ],
  ["cloud, short form", { code: 7, message: "No such topic." }, { message: "No such topic." }],
  [
    "CDN fields",
    { errors: { rule: ["too long"], options: { stale: { "0": ["unknown"] } } } },
    { message: "rule: too long; options.stale.0: unknown" },
  ],
  [
    "cloud that repeats its message under the field",
    { message: "version: must be one of v1", invalid_fields: { version: ["must be one of v1"] } },
    { message: "version: must be one of v1" },
  ],
  [
    "CDN that says less than its fields",
    { message: "too long", errors: { rule: ["too long"] } },
    { message: "rule: too long" },
  ],
  ["CDN list", { errors: ["one", "two"] }, { message: "one; two" }],
  ["CDN words", { message: "Not allowed." }, { message: "Not allowed." }],
  ["CDN fields without a wrapper", { rule: ["is used"] }, { message: "rule: is used" }],
  ["streaming", { status: 422, error: "No name." }, { message: "No name." }],
  [
    "CDN fields that say nothing",
    { message: "Bad.", errors: { rule: [], options: { cors: [] } } },
    { message: "Bad." },
  ],
  ["edge", { error: "in use", conflicting_ids: [1, 2] }, { message: "in use" }],
] as const)("reads the error of %s", (_area, body, problem) => {
  const read = readErrorBody(JSON.stringify(body), asItIs);
  expect(read).toMatchObject(problem);
});

test("reads the beginning of the text of a page that is not JSON, without tags", () => {
  const { message } = readErrorBody(
    `<html><style>p{}</style><h1>502 Bad Gateway</h1>${"x".repeat(500)}</html>`,
    asItIs,
  );
  expect(message).toMatch(/^502 Bad Gateway x+…$/);
  expect(message.length).toBeLessThan(210);
});

test("reads an empty error as an error without a message", () => {
  expect(readErrorBody("", asItIs).message).toBe("");
});

test("reads JSON up to 64 KiB as an error of the platform, and only the beginning of longer bodies as text", () => {
  const ofLength = (length: number) => {
    const rest = length - JSON.stringify({ message: "No.", padding: "" }).length;
    return readErrorBody(JSON.stringify({ message: "No.", padding: "x".repeat(rest) }), asItIs);
  };
  expect(ofLength(64 * 1024).message).toBe("No.");
  expect(ofLength(64 * 1024 + 1).message).toMatch(/^\{"message":"No\."/);
});
