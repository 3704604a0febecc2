import { expect, test } from "vitest";
import { hasOwnForm } from "../../provider/client/evidence/own-form.ts";

test.each([
  [{ message: "Rule template 7 was not found." }, true],
  [{ detail: "Not found." }, true],
  [{ errors: ["Not found."] }, true],
  [{ errors: { id: ["Not found."], options: { "0": { value: ["Invalid."] } } } }, true],
  [{ id: ["Used by a resource."] }, true],
  [{ errors: [{ status: "404", title: "Not Found" }] }, false],
  [{ errors: [{ code: "NAME_UNKNOWN", message: "repository name not known" }] }, false],
  [{ errors: { code: 404 } }, false],
  [{ errors: [] }, false],
  [{ errors: {} }, false],
  [{ routes: [], hosts: [{}] }, false],
  [{}, false],
])("a 404 of the CDN with the body %j is the platform's own: %s", (body, isOwn) => {
  expect(hasOwnForm("cdn", 404, JSON.stringify(body))).toBe(isOwn);
});
