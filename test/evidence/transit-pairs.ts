import { describe, test } from "vitest";
import { foreignForms } from "../../emulator/transit/gateway.ts";
import { coveringRows, seeded } from "../behaviors/covering.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { isOwn } from "../helpers/rest.ts";
import { transitValues } from "./behaviors.ts";
import { kindNames } from "./kinds.ts";
import { live } from "./walk.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

const emulator = await platform({ speed: 20 });

/** `foreign`: a gateway answers one read of each command. `drip`: one response of each command arrives byte by byte. */
const columns = new Map<string, readonly (string | number)[]>([
  ...transitValues,
  ["foreign", ["none", ...foreignForms]],
  ["drip", ["none", "GET", "POST"]],
]);

const rows = coveringRows(columns, seeded(1)).map((row, index) => ({ row, index, text: textOf(row) }));

function textOf(row: Readonly<Record<string, string | number>>): string {
  const isOther = ([name, value]: [string, string | number]) => value !== columns.get(name)?.[0];
  const others = Object.entries(row).filter(isOther);
  return others.map(([name, value]) => `${name} ${value}`).join(", ");
}

describe.each(providerKinds.map((provider, place) => ({ provider, place })))("$provider", ({ provider, place }) => {
  describe.each(kindNames.map((name, turn) => [name, turn] as const))("%s", (name, turn) => {
    // Each resource and row runs with one of the providers, alternating: both share the client, which handles the behaviours.
    const turns = rows.filter(({ index }) => (turn + index) % 2 === place);
    const own = turns.filter(({ index }) => isOwn((turn + index) % 7 === 0));
    test.each(own)("lives from creation to deletion with row $index: $text", ({ row }) =>
      live(emulator, openInProcess[provider], name, row),
    );
  });
});
