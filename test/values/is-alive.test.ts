// On POSIX alone: a shell starts the process that ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isAlive } from "../../provider/values/is-alive.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { until } from "../helpers/until.ts";

test("a process that runs is alive, and one that has ended is not, though nobody has asked for its exit code", async () => {
  // The parent becomes a program that knows of no child. A process, because only one can end so.
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
