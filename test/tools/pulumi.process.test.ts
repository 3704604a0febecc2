import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DownloadHost, installScript, startDownloadHost } from "./download-host.ts";
import { appears, isAlive } from "./processes.ts";
import { Sandbox, version } from "./sandbox.ts";

const SYSTEM_PATH = "/usr/bin:/bin";
const RELEASE = installScript("v%s");

let sandbox: Sandbox;
let host: DownloadHost | undefined;

beforeEach(() => {
  sandbox = new Sandbox();
});

afterEach(async () => {
  await host?.close();
  host = undefined;
  sandbox.remove();
});

async function serve(script: string, hold = false): Promise<Record<string, string>> {
  host = await startDownloadHost(sandbox.folder, script, hold);
  return { ...host.env, PATH: `${sandbox.commands}:${SYSTEM_PATH}` };
}

function changeTimes(): Record<string, number> {
  const files = fs.readdirSync(sandbox.home, { recursive: true, withFileTypes: true });
  const paths = files.map((file) => path.join(file.parentPath, file.name));
  return Object.fromEntries(paths.map((file) => [file, fs.statSync(file).mtimeMs]));
}

describe("the official download", () => {
  it("installs the launcher's download into the launcher's folder and adds nothing to it", async () => {
    const run = sandbox.get(await serve(RELEASE));
    expect(await run.ended, run.stderr()).toBe(0);
    expect(host?.requests).toEqual(["/install.sh"]);
    expect(fs.readdirSync(path.dirname(sandbox.bin)).sort()).toEqual([
      "pulumi",
      "pulumi-language-nodejs",
      "pulumi-resource-pulumi-nodejs",
    ]);
    expect(fs.readdirSync(sandbox.root)).toEqual(["bin"]);
    expect(sandbox.leftovers()).toEqual([]);
  });

  it("changes no file, sends no request and prints nothing when the CLI is installed", async () => {
    const env = await serve(RELEASE);
    await sandbox.get(env).ended;
    const before = changeTimes();
    const again = sandbox.get(env);
    expect(await again.ended).toBe(0);
    expect(again.stderr()).toBe("");
    expect(changeTimes()).toEqual(before);
    expect(host?.requests).toHaveLength(1);
  });

  it("does not install a CLI of another version", async () => {
    const run = sandbox.get({ ...(await serve(installScript("v1.0.0"))), PATH: `${sandbox.commands}:${SYSTEM_PATH}` });
    sandbox.command("go", "exit 3");
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toContain(`"pulumi version" printed v1.0.0 instead of v${version}`);
    expect(fs.existsSync(sandbox.bin)).toBe(false);
  });

  it("reports the error of the install script", async () => {
    const run = sandbox.get(await serve("echo 'error: no such release' >&2; exit 1"));
    sandbox.command("go", "exit 3");
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toContain("The official download did not work: error: no such release");
  });
});

describe("a CLI that was built locally", () => {
  const scripts = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
  const contents = (script: string) => fs.readFileSync(path.join(sandbox.root, "bin", script), "utf8");

  beforeEach(() => {
    fs.mkdirSync(path.dirname(sandbox.bin), { recursive: true });
    fs.writeFileSync(sandbox.bin, "#!/bin/sh\n", { mode: 0o755 });
  });

  /** Replaces Go with a script that writes the binaries, because without a network Go cannot fetch modules. */
  async function get(): Promise<void> {
    sandbox.command(
      "go",
      `case $1 in
env) echo go1.99.0; echo local ;;
build) while [ $# -gt 2 ]; do [ "$1" = -o ] && printf built > "$2"; shift; done ;;
esac`,
    );
    const run = sandbox.get({ PATH: `${sandbox.commands}:${SYSTEM_PATH}` });
    expect(await run.ended, run.stderr()).toBe(0);
    expect(sandbox.leftovers()).toEqual([]);
  }

  it("gets its missing scripts, and what they start", async () => {
    await get();
    for (const script of scripts) {
      expect(contents(script)).not.toContain(process.cwd());
      const main = /"\$\{0%\/\*\}\/([^"]+)"/.exec(contents(script))?.[1] ?? "";
      expect(fs.existsSync(path.join(sandbox.root, "bin", main))).toBe(true);
    }
  });

  it("updates an outdated script of the project, and keeps an official one", async () => {
    await get();
    const [ours = "", other = ""] = scripts.map((script) => path.join(sandbox.root, "bin", script));
    const present = fs.readFileSync(ours, "utf8");
    fs.writeFileSync(ours, present.replace(/node-host-\w+/, "node-host-000000000000"));
    fs.writeFileSync(other, "#!/bin/sh\n# an official one\n");
    await get();
    expect(fs.readFileSync(ours, "utf8")).toBe(present);
    expect(fs.readFileSync(other, "utf8")).toBe("#!/bin/sh\n# an official one\n");
  });

  it("reports the fix when its language host cannot be built", async () => {
    const run = sandbox.get();
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toContain(
      `The Pulumi CLI ${version} in ${path.dirname(sandbox.bin)} has no current Node language`,
    );
    expect(run.stderr()).toContain('Go is not installed (there is no "go" on the PATH)');
    expect(run.stderr()).toMatch(/Install Go 1\.\d+\.\d+ or newer/);
    expect(run.stderr()).not.toContain("    at ");
    expect(fs.readdirSync(path.dirname(sandbox.bin))).toEqual(["pulumi"]);
    expect(sandbox.leftovers()).toEqual([]);
  });
});

describe("concurrent runs", () => {
  it("let one run download while another waits for it", async () => {
    const env = await serve(RELEASE, true);
    const first = sandbox.get(env);
    await host?.asked();
    const second = sandbox.get(env);
    await second.says(`Another run (process ${first.process.pid}) is installing the Pulumi CLI`);
    host?.answer();
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
    expect(host?.requests).toHaveLength(1);
    expect(sandbox.leftovers()).toEqual([]);
  });

  it("take over from a killed run, and remove its draft", async () => {
    const env = await serve(RELEASE, true);
    const first = sandbox.get(env);
    await host?.asked();
    first.process.kill("SIGKILL");
    await first.ended;
    const draft = sandbox.leftovers().find((file) => file.includes(".draft-")) ?? "";
    expect(draft).not.toBe("");
    // The killed run's download ends shortly after that run. Until then it could write to the draft that the second run removes.
    await expect.poll(() => execFileSync("ps", ["-A", "-o", "args"], { encoding: "utf8" })).not.toContain(draft);
    host?.answer();
    const second = sandbox.get(env);
    expect(await second.ended, second.stderr()).toBe(0);
    expect(second.stderr()).not.toContain("Another run");
    expect(sandbox.leftovers()).toEqual([]);
  });

  it("take over a lock that its owner no longer refreshes", async () => {
    const env = await serve(RELEASE);
    fs.mkdirSync(sandbox.versions, { recursive: true });
    const lock = path.join(sandbox.versions, `.${version}.lock`);
    fs.writeFileSync(lock, JSON.stringify({ pid: process.pid, host: os.hostname() }));
    const hourAgo = new Date(Date.now() - 3_600_000);
    fs.utimesSync(lock, hourAgo, hourAgo);
    const run = sandbox.get(env);
    expect(await run.ended, run.stderr()).toBe(0);
    expect(run.stderr()).not.toContain("Another run");
  });

  it("stop waiting when interrupted, and leave the lock to its owner", async () => {
    const env = await serve(RELEASE, true);
    const first = sandbox.get(env);
    await host?.asked();
    const second = sandbox.get(env);
    await second.says("Another run");
    second.process.kill("SIGINT");
    expect(await second.ended).toBe(130);
    expect(sandbox.leftovers()).toContain(`.${version}.lock`);
    host?.answer();
    expect(await first.ended).toBe(0);
  });
});

describe("the build from Go modules", () => {
  it("reports both failures and what to do when Go is not installed", async () => {
    const run = sandbox.get();
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toMatch(
      /official download .*: fetching https:\/\/get\.pulumi\.com\/install\.sh: .*ECONNREFUSED/,
    );
    expect(run.stderr()).toContain('Go is not installed (there is no "go" on the PATH)');
    expect(run.stderr()).toContain(`unpack the official release ${version} into ${path.dirname(sandbox.bin)}`);
    expect(run.stderr()).toMatch(/Install Go 1\.\d+\.\d+ or newer/);
    expect(run.stderr()).not.toContain("    at ");
    expect(sandbox.leftovers()).toEqual([]);
  });

  it("reports that Go is too old and must not download a newer one", async () => {
    sandbox.command("go", "echo go1.22.1; echo local");
    const run = sandbox.get();
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toMatch(
      /Go is 1\.22\.1 here, but 1\.\d+\.\d+ or newer is required .* GOTOOLCHAIN=local forbids/,
    );
  });

  it("reports the errors of Go", async () => {
    sandbox.command("go", 'case $1 in env) echo go1.99.0; echo local;; *) echo "go: no space left" >&2; exit 1;; esac');
    const run = sandbox.get();
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toContain("go list ended with code 1: go: no space left");
  });

  it.each(["SIGINT", "SIGTERM"] as const)("stops Go and its children and leaves no binary on %s", async (signal) => {
    const children = path.join(sandbox.folder, "children");
    // A Go that never exits, with a compiler that would outlive it, and a partly written binary.
    sandbox.command(
      "go",
      `case $1 in
env) echo go1.99.0; echo local ;;
list) echo a; echo b ;;
build) while [ $# -gt 2 ]; do [ "$1" = -o ] && printf half > "$2"; shift; done
  ${process.execPath} -e 'setInterval(() => {}, 1000)' & echo $! $$ > ${sandbox.folder}/new; mv ${sandbox.folder}/new ${children}; echo "building now" >&2; wait ;;
esac`,
    );
    const run = sandbox.get({ PATH: `${sandbox.commands}:${SYSTEM_PATH}` });
    await run.says("Building");
    await appears(sandbox.folder, "children");
    run.process.kill(signal);
    expect(await run.ended).toBe(130);
    expect(run.stderr()).toContain(`interrupted (${signal}). Run it again`);
    expect(fs.readFileSync(children, "utf8").trim().split(" ").map(Number).filter(isAlive)).toEqual([]);
    expect(fs.existsSync(sandbox.bin)).toBe(false);
    expect(sandbox.leftovers()).toEqual([]);
  });

  it("builds the version of the npm package", () => {
    const goMod = fs.readFileSync(new URL("../../tools/pulumi-cli/go.mod", import.meta.url), "utf8");
    expect(goMod).toContain(`github.com/pulumi/pulumi/pkg/v3 v${version}`);
    expect(goMod).toContain(`github.com/pulumi/pulumi/sdk/v3 v${version}`);
  });
});
