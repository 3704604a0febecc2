import { describe, expect, test } from "vitest";
import { timestampOf } from "../../provider/cli/flags.ts";
import { platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform();
const { store, database, requests } = emulator.platform;
const run = (text: string) => commandLine(emulator.url, text.split(" "));

describe("logs", () => {
  test("are one line each, newest first, of the requested time", async () => {
    const { code, out, err } = await run("edge logs 2 --from 2h --limit 3");
    expect(code).toBe(0);
    expect(out.trimEnd().split("\n")).toHaveLength(3);
    expect(out).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}\w+ {2}192\.0\.2\.\d+ {2}\S/);
    expect(err).toContain("3 of 8; --all shows all of them.");
    const from = Date.parse(String(requests.list({}).at(-1)?.query.from));
    expect(Math.abs(Date.now() - 2 * 3_600_000 - from)).toBeLessThan(60_000);
  });

  test("are printed as JSON with their count", async () => {
    const { out } = await run("edge logs 2 --from 2h --search signed --json");
    const { logs, totalCount } = JSON.parse(out);
    expect(logs).toHaveLength(totalCount);
  });

  test("are followed oldest first, each printed once, until Ctrl-C", async () => {
    const stop = new AbortController();
    let out = "";
    const following = commandLine(emulator.url, "edge logs 2 --from 2h --follow".split(" "), {
      signal: stop.signal,
      onOut: (text) => {
        out += text;
      },
    });
    await until("the logs of before are printed", () => out.split("\n").length > 8 || undefined);
    const last = [...store.appLogs.all()].find((log) => log.app_id === 2);
    if (last === undefined) throw new Error("the seed has no log of app 2");
    const timestamp = emulator.platform.clock.toIso();
    for (const id of ["new-1", "new-2"])
      database.write(() => store.appLogs.put(id, { ...last, id, timestamp, log: `line ${id}` }));
    await until("the new logs are printed", () => out.includes("new-2") || undefined);
    const looks = requests.list({ endpoint: "appLogs.list" }).length;
    await until("it looked once more", () => requests.list({ endpoint: "appLogs.list" }).length > looks || undefined);
    stop.abort();
    expect(await following).toMatchObject({ code: 130, err: "" });
    const printed = out.trimEnd().split("\n");
    expect(new Set(printed).size).toBe(printed.length);
    expect(printed).toEqual(printed.toSorted());
    expect(printed.filter((line) => line.includes("line new-"))).toHaveLength(2);
  });
});

test("times can be relative, a date or a timestamp", () => {
  const now = Date.parse("2026-02-01T12:00:00Z");
  expect(timestampOf("2h", now)).toBe("2026-02-01T10:00:00.000Z");
  expect(timestampOf("1.5d", now)).toBe("2026-01-31T00:00:00.000Z");
  expect(timestampOf("90s", now)).toBe("2026-02-01T11:58:30.000Z");
  expect(timestampOf("2026-01-31", now)).toBe("2026-01-31T00:00:00Z");
  expect(timestampOf("2026-01-31T08:00:00+01:00", now)).toBe("2026-01-31T08:00:00+01:00");
});
