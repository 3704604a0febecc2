// On POSIX alone: a user of Windows has a name.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { speedFindings } from "../../provider/cli/doctor/speed.ts";
import { notesFolder } from "../../provider/engine/ownership/machine-notes.ts";
import { recordFolderOf } from "../../provider/engine/records/record-folder.ts";

/** Makes Node fail as it does if the user id has no passwd entry and HOME is not set. */
function withoutName(): void {
  const { userInfo, homedir } = os;
  const fail = (): never => {
    throw new Error("A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)");
  };
  Object.assign(os, { userInfo: fail, homedir: fail });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(os, { userInfo, homedir });
    syncBuiltinESMExports();
  });
}

test("a user without a name, as in a container, has folders for notes and records, and the doctor examines them", async () => {
  withoutName();
  expect(notesFolder("kind")).toContain(`cloudplatform-${process.getuid?.()}`);
  expect(recordFolderOf("/tmp/automation-1", {}).path).toBe("/tmp/automation-1/.cloudplatform/intents");
  await expect(speedFindings("/", {})).resolves.toBeInstanceOf(Array);
});

test("an empty PULUMI_HOME is none: the records of an inline program are where the next run finds them", () => {
  const { path } = recordFolderOf("/tmp/automation-1", { PULUMI_HOME: "" });
  expect(path).toBe(recordFolderOf("/tmp/automation-2", {}).path);
  expect(path).toMatch(/^\/.*\.pulumi\/cloudplatform\/intents$/);
});
