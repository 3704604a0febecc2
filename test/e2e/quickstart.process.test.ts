import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { afterAll, expect, test } from "vitest";
import { quickstartLines } from "../../tools/picture/quickstart-lines.ts";
import { terminalSvg } from "../../tools/picture/terminal-svg.ts";
import { copyCheckout } from "../helpers/checkout.ts";
import { sendControl } from "../helpers/control.ts";
import { withoutPreload } from "../helpers/environment.ts";
import { runCommand } from "../helpers/run.ts";

const checkout = copyCheckout();
const quickstart = join(checkout.folder, "examples", "quickstart", "index.ts");
afterAll(() => checkout.remove());

/** Runs a script of the checkout's package.json as users do, without preloaded modules. */
const npm = (...args: string[]) =>
  runCommand("npm", ["run", "--silent", ...args], { cwd: checkout.folder, env: withoutPreload() });

/** Returns the user's Pulumi login and its time of modification, to detect changes. */
function login(): unknown {
  try {
    const file = join(process.env.PULUMI_HOME ?? join(homedir(), ".pulumi"), "credentials.json");
    return [statSync(file).mtimeMs, readFileSync(file, "utf8")];
  } catch {
    return "none";
  }
}

/** Runs a script while another checkout's emulator uses the default port. The script must not send requests to it. */
async function besideAnother(...args: string[]) {
  // If the port is already in use, it belongs to another process anyway.
  const others = await startEmulator({
    ...{ dataDirectory: join(checkout.folder, "others"), apiKey: "local", port: 8787 },
  }).catch((error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? undefined : Promise.reject(error)));
  const ended = await npm(...args);
  const asked = others && (await sendControl(others.url, "GET", "requests"));
  await others?.close();
  if (others !== undefined) expect(asked).toMatchObject({ requests: [] });
  return ended;
}

/** Returns the lines of a terminal picture. */
const textsOf = (svg: string) => [...svg.matchAll(/preserve">(.*)<\/text>/g)].map(([, line]) => line);

test("npm start deploys the stack, prints the next steps, and does not change the user's login", async () => {
  const before = login();
  const { code, output } = await npm("start");
  expect(code, output).toBe(0);
  expect(output).toContain("imagesRule");
  expect(output).toMatch(/cloudplatform@v\d/);
  expect(output).toContain("npm run pulumi -- preview");
  expect(output).toMatch(/console at http:\/\/127\.0\.0\.1:\d+\/_emulator\//);
  expect(output).toContain("npm run pulumi -- destroy");
  expect(output).not.toContain("Nothing has changed");
  expect(login()).toEqual(before);
  const picture = readFileSync(new URL("../../docs/images/quickstart.svg", import.meta.url), "utf8");
  // The README's picture shows this output: npm start | node tools/picture/main.ts
  const shown = textsOf(terminalSvg("npm start", quickstartLines(output)));
  expect(shown).toEqual(expect.arrayContaining(textsOf(picture)));
});

test("a second npm start changes nothing and reports it, and never asks the emulator of another checkout", async () => {
  const { code, output } = await besideAnother("start");
  expect(code, output).toBe(0);
  expect(output).toContain("Nothing has changed");
});

test("a command uses changes of the package since the last command", async () => {
  const source = join(checkout.folder, "provider", "index.ts");
  const text = readFileSync(source, "utf8");
  appendFileSync(source, 'console.log("changed since");\n');
  const changed = await npm("pulumi", "--", "preview");
  writeFileSync(source, text);
  expect(changed.output).toContain("changed since");
  expect((await npm("pulumi", "--", "preview")).output).not.toContain("changed since");
});

test("npm run example never asks the emulator of another checkout", async () => {
  const { code, output } = await besideAnother("example", "--", "rule-set", "preview");
  expect(code, output).toBe(0);
});

test("the tutorial's rule template is one creation in the preview, which never asks the emulator of another checkout", async () => {
  const tutorial = readFileSync(join(checkout.folder, "docs/tutorial.md"), "utf8");
  const [, code = ""] = /^```ts\n([\s\S]*?)^```/m.exec(tutorial) ?? [];
  expect(code).toMatch(/^import \{ cdn \}/);
  appendFileSync(quickstart, code.replace(/^import .*\n/, ""));
  const preview = await besideAnother("pulumi", "--", "preview", "--refresh");
  expect(preview.code, preview.output).toBe(0);
  expect(preview.output).toContain("1 to create");
});

test("npm run pulumi runs any command on the stack and returns its exit code", async () => {
  expect((await npm("pulumi", "--", "no-such-command")).code).not.toBe(0);
});

test("npm run pulumi -- up is checked by the policy pack, as npm start is", async () => {
  const { code, output } = await npm("pulumi", "--", "up", "--yes", "--skip-preview");
  expect(code, output).toBe(0);
  expect(output).toMatch(/cloudplatform@v\d/);
  expect(output).toContain("1 created");
  const program = readFileSync(quickstart, "utf8");
  writeFileSync(quickstart, program.replace("ruleType: 0", "ruleType: 1"));
  const previewed = await npm("pulumi", "--", "preview");
  writeFileSync(quickstart, program);
  expect(previewed.output).toContain("no-legacy-rule-type");
});

test("npm run emulator prints its URL, serves the objects of the stack, and stops cleanly", async () => {
  const child = spawn("npm", ["run", "--silent", "emulator", "--", "--port", "0"], {
    cwd: checkout.folder,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const line = await new Promise<string>((resolve) => child.stdout.setEncoding("utf8").once("data", resolve));
  const { url } = JSON.parse(line);
  expect((await fetch(`${url}/_emulator/openapi.json`)).status).toBe(200);
  // Change the object as the console's form does.
  const records = (await (await fetch(`${url}/_emulator/state/ruleTemplates`)).json()) as Record<
    string,
    { rule: string }
  >;
  const id = Object.keys(records).find((one) => records[one]?.rule.includes("/downloads/"));
  const edit = { method: "POST", body: JSON.stringify({ weight: 77 }) };
  expect((await fetch(`${url}/_emulator/state/ruleTemplates/${id}`, edit)).status).toBe(200);
  // Commands find their emulator on any port, and never use another checkout's emulator.
  expect((await npm("pulumi", "--", "preview")).code).toBe(0);
  const others = await startEmulator({ dataDirectory: join(checkout.folder, "others") });
  writeFileSync(join(checkout.folder, ".emulator/url"), others.url);
  const refused = await npm("pulumi", "--", "preview");
  expect(refused.code).not.toBe(0);
  expect(refused.output).toMatch(/\.emulator is in use by an emulator that does not respond at http:\S+ Stop it/);
  expect((await sendControl(others.url, "GET", "requests")) as object).toMatchObject({ requests: [] });
  await others.close();
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await closed;
  await expect(fetch(`${url}/_emulator/openapi.json`)).rejects.toThrow();
});

test("npm run pulumi -- refresh shows the live objects", async () => {
  const { code, output } = await npm("pulumi", "--", "refresh", "--yes", "--diff");
  expect(code, output).toBe(0);
  expect(output).toMatch(/weight\s*: 5 => 77/);
});

test("npm run pulumi -- destroy deletes all resources", async () => {
  const { code, output } = await npm("pulumi", "--", "destroy", "--yes", "--skip-preview");
  expect(code, output).toBe(0);
  expect(output).toMatch(/deleted/);
});
