import { describe, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { openNative } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { rowsOf } from "../helpers/rest.ts";
import { presets, subjects, walkAll } from "./walks.ts";

const emulator = await platform(fast);

describe.each(Object.entries(subjects).map(([name, subject], turn) => [name, subject, turn] as const))(
  "%s, served by the native provider",
  (_, subject, turn) => {
    test("passes its lifecycle under each selected preset", () =>
      walkAll(emulator, subject, () => rowsOf(presets, turn), openNative));
  },
);
