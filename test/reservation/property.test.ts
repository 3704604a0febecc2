import { reservationBody } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromWire } from "../../provider/schema/index.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { metalOn } from "./metal.ts";

const declarations = arbitraryOf(reservationBody).map((body) => ({
  ...(fromWire(reservationBody, body as never) as object),
  confirmCommitment: "unknown",
}));

test("a second update does nothing after any valid reservation was created, read, updated and replaced", async () => {
  const { harness, bought, calls, store, change } = await metalOn();
  let made = 0;
  await fc.assert(
    fc.asyncProperty(declarations, declarations, fc.boolean(), async (first, second, moves) => {
      await harness.up(first);
      made++;
      expect(await harness.preview(first)).toBe("same");
      const id = Number(harness.state?.id);
      if (moves) change(id, { user_status: "IN_PROGRESS" });
      expect(await harness.refresh()).toBe(true);
      expect(await harness.preview(first)).toBe("same");

      // Changing provider inputs sends no request.
      await harness.up({ ...first, allowReplacement: true });
      expect(calls("reservations.create")).toBeGreaterThan(0);
      expect(harness.state?.id).toBe(String(id));
      if ((await harness.preview({ ...second, allowReplacement: true })) === "replace") {
        await harness.up({ ...second, allowReplacement: true });
        made++;
        expect(await harness.preview({ ...second, allowReplacement: true })).toBe("same");
      }
      expect(bought().map((one) => String(one.id))).toEqual([harness.state?.id]);
      expect(store.reservations.nextId() - 1).toBe(made);
      await harness.destroy();
      expect(bought()).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("the order of resources is not significant", async () => {
  const { harness } = await metalOn();
  const resources = [
    { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 },
    { resourceName: "bm1-basic-small", resourceType: "flavor", resourceValue: 1 },
  ];
  const declared = { name: "two", period: "MONTHS36", regionId: 76 };
  await harness.up({ ...declared, resources });
  expect(await harness.preview({ ...declared, resources: resources.toReversed() })).toBe("same");
});
