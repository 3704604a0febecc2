import { expect, test } from "vitest";
import type { ObjectKey } from "../../provider/engine/handler/ownership.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";

const object: ObjectKey = { origin: { platform: "a.example" }, kind: "cloudplatform:cdn:RuleTemplate", id: "7" };
const elsewhere: ObjectKey = { ...object, origin: { platform: "b.example" } };
const [one, other] = ["urn:pulumi:s::p::t::one", "urn:pulumi:s::p::t::other"];

const whose = (ownership: ProcessOwnership, urn = one, of = object) => ownership.whose(of, { urn, reach: "run" });

test("a resource keeps an object that no other has in this run, and takes it from another only where it must have it", async () => {
  const ownership = new ProcessOwnership();
  expect(await whose(ownership)).toEqual({ is: "nobody" });
  ownership.keep(object, one);
  ownership.keep(object, other);
  expect(await whose(ownership)).toEqual({ is: "self", isInState: false });
  expect(await whose(ownership, other)).toEqual({ is: "other", who: one, urn: one });
  ownership.set(object, other);
  expect(await whose(ownership)).toEqual({ is: "other", who: other, urn: other });
});

test("a missing object has no owner; an object of another platform with the same id keeps its owner", async () => {
  const ownership = new ProcessOwnership();
  ownership.delete(object);
  ownership.set(object, one);
  ownership.set(elsewhere, other);
  expect(await whose(ownership, other, elsewhere)).toMatchObject({ is: "self" });
  ownership.delete(object);
  expect(await whose(ownership)).toEqual({ is: "nobody" });
  expect(await whose(ownership, one, elsewhere)).toMatchObject({ is: "other", urn: other });
});

test("further objects of a resource are recognized", () => {
  const ownership = new ProcessOwnership();
  ownership.setFurther(object);
  expect([ownership.isFurther(object), ownership.isFurther(elsewhere)]).toEqual([true, false]);
});
