import fc from "fast-check";
import { type Declared, reservation, template } from "../../helpers/declared.ts";

/** Resources that violate no rule, alone or together with a case. */
export const noise: fc.Arbitrary<Declared[]> = fc
  .tuple(fc.nat(2), fc.nat(2))
  .map(([templates, reservations]) => [
    ...Array.from({ length: templates }, (_, at) =>
      template({ name: `noise-${at}`, rule: `/noise-${at}/`, weight: 900 + at }, { name: `noise-${at}` }),
    ),
    ...Array.from({ length: reservations }, (_, at) =>
      reservation(
        { name: `noise-${at}`, quote: { known: true, total: "0.00", perMonth: "0.00", currency: "EUR" } },
        { name: `noise-metal-${at}` },
      ),
    ),
  ]);
