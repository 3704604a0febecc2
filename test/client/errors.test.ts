import { expect, test } from "vitest";
import { ResponseError } from "../../provider/client/errors.ts";

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
