// On POSIX alone: a shell starts the process that exits.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isAlive } from "../../provider/values/is-alive.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { until } from "../helpers/until.ts";

test("a running process is alive, and an ended one is not, even if its exit code was not read", async () => {
  // `exec` turns the parent into a program that does not know of its child, so the child stays a zombie.
  const parent = spawn("sh", ["-c", "true & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  atEndOfFile(() => parent.kill("SIGKILL"));
  const [text] = await once(parent.stdout, "data");
  expect(isAlive(Number(parent.pid))).toBe(true);
  if (process.platform === "linux")
    expect(await until("it has ended", () => (isAlive(Number(String(text))) ? undefined : "ended"))).toBe("ended");
  parent.kill("SIGKILL");
  await once(parent, "exit");
  expect(isAlive(Number(parent.pid))).toBe(false);
});
