// On POSIX alone: on Windows any signal kills a process immediately.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCommandLine } from "../../emulator/command-line.ts";
import { speaker } from "./platform.ts";
import { directory, runCommand } from "./process.ts";

test("prints one line of JSON when it is ready, and stops cleanly on SIGTERM and SIGINT", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const { process, ready, ended } = runCommand("--port", "0");
    const { url, console } = await ready;
    expect(console).toBe(`${url}/_emulator/`);
    expect((await speaker(url).call("GET", "/cloud/v1/tasks")).status).toBe(200);
    process.kill(signal);
    expect(await ended).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\{.*\}\n$/) });
  }
});

test("listens on loopback only, and accepts the configured key", async () => {
  const { ready } = runCommand("--port", "0", "--api-key", "other");
  const { url } = await ready;
  expect(new URL(url).hostname).toBe("127.0.0.1");
  const { call } = speaker(url);
  expect((await call("GET", "/cloud/v1/tasks")).status).toBe(401);
  expect((await call("GET", "/cloud/v1/tasks", { headers: { authorization: "apikey other" } })).status).toBe(200);
});

test("refuses a port that is in use and a directory that another emulator uses", async () => {
  const data = directory();
  const first = runCommand("--port", "0", "--data", data);
  const { url } = await first.ready;
  const samePort = await runCommand("--port", new URL(url).port).ended;
  expect(samePort).toMatchObject({ code: 1, stderr: expect.stringMatching(/Port \d+ is in use.*--port/) });
  const sameData = await runCommand("--port", "0", "--data", data).ended;
  expect(sameData).toMatchObject({ code: 1, stderr: expect.stringContaining("Another emulator is using") });
  expect((await speaker(url).call("GET", "/cloud/v1/tasks")).status).toBe(200);
});

test("refuses a data directory with other files", async () => {
  const data = directory();
  writeFileSync(
    join(data, "platform.sqlite"),
    "this is no database, but it is long enough to look like one".repeat(20),
  );
  const { code, stderr } = await runCommand("--port", "0", "--data", data).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^cloudplatform-emulator: The data directory ".*" cannot be used: .*--data\. \[CP6002\]\n$/);
});

/** Invalid arguments, and the message for each. */
const refusals: { args: string[]; says: string }[] = [
  { args: ["--port", "abc"], says: "--port must be a number" },
  { args: ["--port", "70000"], says: "--port must be a number from 0 to 65535" },
  { args: ["--rate-limit", "0"], says: "--rate-limit must be a number" },
  { args: ["--speed", "0"], says: "--speed must be a number" },
  { args: ["--edge-word", "a/b"], says: "--edge-word must be one word" },
  { args: ["--api-key", ""], says: "--api-key must be one word" },
  { args: ["--prot", "1"], says: "--prot" },
  { args: ["start"], says: "start" },
];

test.each(refusals)("refuses $args and says why", ({ args, says }) => {
  expect(parseCommandLine(["--port", "0", ...args])).toEqual({
    kind: "refused",
    message: expect.stringContaining(says),
  });
});

test.each([
  { args: ["--prot", "1"], says: "--prot" },
  { args: ["--seed", "/no/such/file.json"], says: "/no/such/file.json" },
])("ends with only the reason if it does not start: $args", async ({ args, says }) => {
  const { code, stderr, stdout } = await runCommand("--port", "0", ...args).ended;
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain(says);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("starts with another seed, and names the path of each problem in an invalid one", async () => {
  const file = join(directory(), "seed.json");
  const priceList = [{ currency_code: "USD", hours_per_month: 730, vat_percent: 0, discount_percent: 0 }];
  writeFileSync(file, JSON.stringify({ priceList, streams: [{ id: "one" }], clouds: [] }));
  const { code, stderr } = await runCommand("--port", "0", "--seed", file).ended;
  expect(code).toBe(1);
  for (const path of ["priceList.0.volume_gib_month", "streams.0.id", "streams.0.name", "clouds"])
    expect(stderr).toContain(path);
});
