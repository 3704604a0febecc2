import { expect, test } from "vitest";
import { Value } from "../../policies/engine/value.ts";
import { reservedNodes } from "../../policies/money/reservation-cost.ts";
import { shownBy } from "../../policies/money/stack-cost.ts";
import { reservation, resource } from "../helpers/declared.ts";

test("the platform's figures of a resource count; before its create, the declared values", () => {
  const declared = resource(reservation());
  const period = (of = declared) => shownBy(of).get("period").text();
  expect(period()).toBe(declared.properties && Reflect.get(declared.properties as object, "period"));
  expect(period({ ...declared, outputs: { period: "MONTHS99" } })).toBe("MONTHS99");
});

test("reserved nodes are added up by region and flavor; unknown and ended reservations count as none", () => {
  const read = ({ properties }: { properties: unknown }) => new Value(properties, () => undefined);
  const bought = (inputs: object, outputs: object = {}) =>
    resource({ ...reservation({ inputs } as never), inputs, outputs } as never);
  const nodes = (resourceName?: string, resourceValue?: number) => ({ resourceName, resourceValue });
  const all = [
    bought({ regionId: 76, resources: [nodes("bm1", 2), nodes("bm2", 1), nodes("bm1"), nodes(undefined, 9)] }),
    bought({ regionId: 76, resources: [nodes("bm1", 3)] }),
    bought({ regionId: 80, resources: [nodes("bm1", 4)] }),
    bought({ resources: [nodes("bm1", 5)] }),
    bought({ regionId: 76, resources: [nodes("bm1", 6)] }, { status: "EXPIRED" }),
  ];
  expect(reservedNodes(all, read as never, shownBy)).toEqual(
    new Map([
      ["76 bm1", 5],
      ["76 bm2", 1],
      ["80 bm1", 4],
    ]),
  );
});
