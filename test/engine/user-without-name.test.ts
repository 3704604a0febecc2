// On POSIX alone: a user of Windows has a name.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { notesFolder } from "../../provider/engine/ownership/machine-notes.ts";

test("a user without a name, as in a container, has a folder for notes", () => {
  const named = os.userInfo;
  os.userInfo = () => {
    throw new Error("A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)");
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    os.userInfo = named;
    syncBuiltinESMExports();
  });
  expect(notesFolder("kind")).toContain(`cloudplatform-${process.getuid?.()}`);
});
