import { describe, expect, test } from "vitest";
import { placesOf } from "../../provider/cli/account/places.ts";
import { areas } from "../../provider/cli/areas.ts";
import { platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform();
const run = (text: string, options: Parameters<typeof commandLine>[2] = {}) =>
  commandLine(emulator.url, text.split(" "), options);
const lines = (text: string) => text.trimEnd().split("\n");

describe("a list", () => {
  test("is a table, with a note about omitted rows", async () => {
    const { code, out, err } = await run("edge apps --limit 2 --ordering id");
    expect(code).toBe(0);
    expect(lines(out)[0]).toMatch(/^ID {2}NAME +STATUS +TYPE/);
    expect(lines(out)[2]).toMatch(/^ 2 {2}hello +enabled +wasi-http +42 {2}HTTP hello/);
    expect(err).toBe("2 of 8; --all shows all of them.\n");
  });

  test("is the lookup's result with --json", async () => {
    const { out, err } = await run("edge apps --status 5 --json");
    expect(JSON.parse(out)).toMatchObject({ count: 1, apps: [{ name: "scraper", status: 5 }] });
    expect(err).toBe("");
  });

  test("without elements says so", async () => {
    expect(await run("reservations list")).toMatchObject({ code: 0, out: "None.\n" });
  });

  test("shows its progress on a terminal, and clears it at the end", async () => {
    const { err } = await run("edge apps --all --limit 3", { isInteractive: true });
    expect(err).toBe("\r\x1b[K3 of 8…\r\x1b[K6 of 8…\r\x1b[K8 of 8…\r\x1b[K");
    expect((await run("edge apps --all --limit 3")).err).toBe("");
    expect((await run("edge apps --all", { isInteractive: true })).err).toBe("");
  });

  test("shows no control characters of other people's names", async () => {
    const { store, database } = emulator.platform;
    const app = store.apps.get(4);
    if (app === undefined) throw new Error("the seed has no app 4");
    database.write(() => store.apps.put(4, { ...app, name: "\u001b[2Jab\ntest" }));
    expect((await run("edge apps")).out).toContain(" 4  ab test  ");
  });
});

describe("one object", () => {
  test("is selected by a positional argument or by a flag", async () => {
    const { out } = await run("edge secret 1");
    expect(out).toMatch(/^ID {2,}1\nName {2,}signing-token\n/);
    expect((await run("edge secret --id 1")).out).toBe(out);
    expect((await run("edge getSecret 1")).out).toBe(out);
  });

  test("has its numbers with the noun's form, and no line for an empty list", async () => {
    expect((await run("edge secret 1")).out).toMatch(/^Used by {2,}1 app$/m);
    const unknown = "pricing instance --project-id 1 --region-id 76 --flavor none --interfaces external --names web-1";
    expect((await run(unknown)).out).not.toMatch(/^(Volumes|Traffic)/m);
  });

  test("that does not exist gives exit code 3", async () => {
    const { code, err } = await run("cdn rule-template 4711");
    expect(code).toBe(3);
    expect(err).toContain('"Rule template 4711 was not found."');
    expect(lines(err)).toHaveLength(1);
  });
});

describe("a price", () => {
  test("accepts its resources as pairs or as JSON", async () => {
    const asked = "pricing reservation --region-id 76 --period MONTHS36 --resources";
    const { out } = await run(`${asked} bm1-hf-medium,resourceValue=2`);
    expect(out).toContain("Total      35622.72 EUR\n");
    const json = '{"resourceName":"bm1-hf-medium","resourceType":"flavor","resourceValue":2}';
    expect((await run(`${asked} ${json}`)).out).toBe(out);
    const two = await run(`${asked} bm1-hf-medium,resourceValue=2 --resources bm1-hf-large,resourceValue=1`);
    expect(lines(two.out).filter((line) => line.startsWith("bm1-"))).toHaveLength(2);
  });

  test("of instances accepts interfaces and volumes", async () => {
    const { code, out } = await run(
      "pricing instance --project-id 1 --region-id 76 --flavor g1-standard-2-4 --interfaces external --names web-1 --volumes new-volume,size=50,typeName=standard",
    );
    expect(code).toBe(0);
    expect(out).toContain("Volumes, a month       standard 4 EUR\n");
  });

  test("that is unknown fails --check", async () => {
    expect(await run("pricing logging --region-id 99")).toMatchObject({ code: 0 });
    expect(await run("pricing logging --region-id 99 --check")).toMatchObject({ code: 4 });
    expect(await run("pricing logging --region-id 76 --check")).toMatchObject({ code: 0 });
  });
});

describe("quotas", () => {
  test("are shown for the client in the environment, highest usage first, and fail --check", async () => {
    const { code, out } = await run("quotas --check", { environment: { CLOUDPLATFORM_CLIENT_ID: "5" } });
    expect(code).toBe(4);
    expect(out).toContain("Warned from       80 %\n");
    expect(out).toMatch(/PERCENT\nfloatingCount +Luxembourg-2 +9 +10 +90 % !\n/);
    expect((await run("quotas 5")).out).toBe(out);
  });
});

describe("wrong arguments", () => {
  test("are all reported as flags, with exit code 2", async () => {
    const { code, err } = await run("gpu servers none --limit 1001 --project-id x");
    expect(code).toBe(2);
    expect(lines(err).slice(1)).toEqual([
      '  - --project-id must be a number at least 1; got "x"',
      "  - --region-id is required; give it, or set it once as cloudplatform:regionId or CLOUDPLATFORM_REGION_ID",
      '  - <cluster-id> must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11; got "none"',
      "  - --limit must be from 1 to 1000; got 1001",
      "--help lists the arguments of the command.",
    ]);
  });

  test("a value beyond the safe integers is reported with the largest one", async () => {
    const { code, err } = await run("edge secret 99999999999999999999");
    expect(code).toBe(2);
    expect(err).toContain("<id> must be at least 1 and at most 9007199254740991; got 100000000000000000000");
  });

  test.each([
    ["explain Monthly-Budget", /^"Monthly-Budget" is not an error code .*cloudplatform-policy explain/],
    ["mcp --cwd /no/such/folder", /^--cwd "\/no\/such\/folder": there is no such folder/],
  ])("of `%s` are quoted as they were given", async (line, text) => {
    expect(await run(line)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(text) });
  });

  test("of a place name no other command", () => {
    expect(() => placesOf(["nowhere"], {})).toThrow(/^The command: .*\n {2}- --place "nowhere" must have/);
  });

  test("that do not exist are refused with the most similar one", async () => {
    expect(await run("edge apps --statu 3")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean --status?"),
    });
    expect(await run("edge app")).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean apps?") });
    expect(await run("streaming streams --page 1 extra")).toMatchObject({ code: 2 });
  });

  test("and missing settings are reported with what to set", async () => {
    const environment = { CLOUDPLATFORM_API_KEY: "" };
    const { code, err } = await run("edge apps", { environment });
    expect(code).toBe(2);
    expect(err).toContain("CLOUDPLATFORM_API_KEY");
  });
});

test("a platform that refuses ends with exit code 1, without the key", async () => {
  const { code, err } = await run("edge apps", { environment: { CLOUDPLATFORM_API_KEY: "wrong-key-0815" } });
  expect(code).toBe(1);
  expect(err).toContain("answered 401");
  expect(err).not.toContain("wrong-key-0815");
});

describe("help", () => {
  test("shows ranges, defaults, choices and an example", async () => {
    const { code, out } = await run("gpu servers --help");
    const text = out.replace(/\s+/g, " ");
    expect(code).toBe(0);
    expect(text).toContain("--limit <number> Maximum number of servers in the response (from 1 to 1000; default 10)");
    expect(text).toContain("--cluster-id <text> GPU cluster (UUID) (required)");
    expect(text).toContain("$ cloudplatform gpu servers 5e2d1c9a");
    const logs = (await run("edge logs --help")).out.replace(/\s+/g, " ");
    expect(logs).toContain('(default desc) (choices: "desc", "asc")');
    const price = (await run("pricing reservation --help")).out.replace(/\s+/g, " ");
    expect(price).toContain("fields resourceName, resourceType, resourceValue; or JSON; may be repeated");
  });

  test("has an example for every command, and every example is understood", async () => {
    const environment = { CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76", CLOUDPLATFORM_CLIENT_ID: "5" };
    for (const { commands } of Object.values(areas))
      for (const { example } of commands) {
        const words = example.replace(/ >.*/, "").split(" ");
        const { code, err } = await commandLine(emulator.url, words, { environment });
        // The objects of an example need not exist in the emulator's seed, but the command must be valid.
        expect([example, code, err]).toEqual([example, expect.toSatisfy((one) => [0, 3, 4].includes(one)), err]);
      }
  });
});
