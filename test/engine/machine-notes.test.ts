import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CreationNotes, notesFolder } from "../../provider/engine/ownership/machine-notes.ts";
import { clock } from "../../provider/values/index.ts";

const searchMs = 60_000;

/** Writes the note of a request whose process ended without an unambiguous response. */
async function interrupted(kind: string): Promise<void> {
  const before = filesOf();
  await new CreationNotes(kind, "of stack dev", "the same").write();
  const [file] = filesOf().filter((one) => !before.includes(one));
  if (file === undefined) throw new Error("There is no note.");
  // No process has this id.
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), pid: 2 ** 30 }));
}

function filesOf(): string[] {
  const folder = notesFolder("");
  const names = (() => {
    try {
      return readdirSync(folder, { recursive: true, encoding: "utf8" });
    } catch {
      return [];
    }
  })();
  return names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}

test("a creation that ended without a clear response may have made what appears within the time of its search", async () => {
  const sentMs = clock.now();
  await interrupted("kind one");
  const others = await new CreationNotes("kind one", "of stack prod", "the same").others(sentMs, searchMs);
  expect(others.isOpen).toBe(true);
});

test("it has not made what was requested after that time, nor what is not the same", async () => {
  await interrupted("kind two");
  const later = clock.now() + searchMs + 1;
  const prod = new CreationNotes("kind two", "of stack prod", "the same");
  expect((await prod.others(later, searchMs)).isOpen).toBe(false);
  const other = new CreationNotes("kind two", "of stack prod", "something else");
  expect((await other.others(clock.now(), searchMs)).isOpen).toBe(false);
});
