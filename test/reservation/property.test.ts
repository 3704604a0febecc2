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

test("nothing is left to do after any valid reservation was made, read, steered and replaced", async () => {
  const { seam, bought, calls, store, change } = await metalOn();
  let made = 0;
  await fc.assert(
    fc.asyncProperty(declarations, declarations, fc.boolean(), async (first, second, moves) => {
      await seam.up(first);
      made++;
      expect(await seam.preview(first)).toBe("same");
      const id = Number(seam.state?.id);
      if (moves) change(id, { user_status: "IN_PROGRESS" });
      expect(await seam.refresh()).toBe(true);
      expect(await seam.preview(first)).toBe("same");

      // What steers us is an update that sends nothing.
      await seam.up({ ...first, allowReplacement: true });
      expect(calls("reservations.create")).toBeGreaterThan(0);
      expect(seam.state?.id).toBe(String(id));
      if ((await seam.preview({ ...second, allowReplacement: true })) === "replace") {
        await seam.up({ ...second, allowReplacement: true });
        made++;
        expect(await seam.preview({ ...second, allowReplacement: true })).toBe("same");
      }
      expect(bought().map((one) => String(one.id))).toEqual([seam.state?.id]);
      expect(store.reservations.nextId() - 1).toBe(made);
      await seam.destroy();
      expect(bought()).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("the order of resources means nothing", async () => {
  const { seam } = await metalOn();
  const resources = [
    { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 },
    { resourceName: "bm1-basic-small", resourceType: "flavor", resourceValue: 1 },
  ];
  const declared = { name: "two", period: "MONTHS36", regionId: 76 };
  await seam.up({ ...declared, resources });
  expect(await seam.preview({ ...declared, resources: resources.toReversed() })).toBe("same");
});
