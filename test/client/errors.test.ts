import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { ResponseError } from "../../provider/client/errors.ts";
import { responseError } from "../../provider/client/failure.ts";

const request = {
  endpoint: "ruleTemplates.get",
  method: "GET",
  url: "https://example.com/a",
  baseUrl: "https://example.com",
};

test.each([
  [200, "CP1108"],
  [302, "CP1108"],
  [400, "CP1102"],
  [401, "CP1103"],
  [402, "CP1102"],
  [403, "CP1104"],
  [404, "CP1105"],
  [409, "CP1102"],
  [410, "CP1105"],
  [429, "CP1106"],
  [499, "CP1102"],
  [500, "CP1107"],
  [503, "CP1107"],
])("a response with status %i has the error code %s", (status, code) => {
  const error = new ResponseError(request as never, "no", "Reading it", "It failed.", {
    status,
    platformMessage: "No.",
  });
  expect(error.message).toContain(`[${code}]`);
  expect(error).toMatchObject({ status, platformMessage: "No.", hasOwnForm: false });
});

const endpoint = endpoints["ruleTemplates.create"];
const headers = (after: string | undefined) => (name: string) => (name === "retry-after" ? after : undefined);

test.each([
  // Neither a read nor a refused request changes anything.
  ["GET", 500, undefined, "no"],
  ["POST", 400, undefined, "no"],
  ["POST", 404, undefined, "no"],
  ["PUT", 409, undefined, "no"],
  ["POST", 429, undefined, "no"],
  // The platform may have applied the change before it failed.
  ["POST", 500, undefined, "maybe"],
  ["PUT", 502, undefined, "maybe"],
  ["DELETE", 408, undefined, "maybe"],
  ["POST", 503, undefined, "maybe"],
  // Retry-After asks to repeat the request. The client trusts that only if repeating cannot create a second object.
  ["PUT", 503, "1", "no"],
  ["POST", 503, "1", "maybe"],
] as const)(
  "after %s with status %i and Retry-After %s, something may have changed: %s",
  (method, status, after, may) => {
    const of = { ...endpoint, method, createsAnother: method === "POST" };
    const error = responseError(
      request as never,
      of as never,
      { status, body: "", header: headers(after) },
      (text) => text,
    );
    expect(error.sideEffect).toBe(may);
  },
);

const refusal = '{"exception_class":"ConflictError","message":"No.","request_id":"r-1"}';

test.each([
  [400, refusal, "no"],
  [400, "<html>No.</html>", "maybe"],
  [408, refusal, "maybe"],
  [500, refusal, "maybe"],
])("a request that is sent once, and answered with %i and %s: something may have changed: %s", (status, body, may) => {
  const of = { ...endpoint, area: "cloud", method: "POST" };
  const response = { status, body, header: headers(undefined) };
  expect(responseError(request as never, of as never, response, (text) => text, true).sideEffect).toBe(may);
});
