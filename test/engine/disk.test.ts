import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Disk, disk, FileExistsError, memoryDisk } from "../../provider/engine/records/disk.ts";

const disks: Record<string, Disk> = { "this machine": disk(), memory: memoryDisk() };

test.each(Object.entries(disks))("the disk of %s has what was written, until it is removed", async (_, one) => {
  const folder = join(mkdtempSync(join(tmpdir(), "disk-")), "records");
  const [file, note] = [join(folder, "one.json"), join(folder, "two.json")];
  expect([one.has(file), await one.read(file), one.names(folder), one.changedMs(folder)]).toEqual([
    ...[false, undefined, []],
    undefined,
  ]);
  await one.remove(file);
  await one.createSynced(file, "first");
  await expect(one.createSynced(file, "of another process")).rejects.toThrow(FileExistsError);
  await one.writeSynced(file, "second");
  await one.write(note, "note");
  expect([one.has(file), await one.read(file), await one.read(note)]).toEqual([true, "second", "note"]);
  expect(one.names(folder).filter((name) => name.endsWith(".json"))).toEqual(["one.json", "two.json"]);
  expect(one.changedMs(folder)).toBeGreaterThan(Date.now() - 60_000);
  await one.remove(file);
  expect([one.has(file), await one.read(file)]).toEqual([false, undefined]);
});

test("notes in a folder of their own are read by their user alone", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "disk-")), "notes");
  await disk().write(join(folder, "one.json"), "note");
  if (process.platform !== "win32") expect(statSync(folder).mode & 0o777).toBe(0o700);
});
