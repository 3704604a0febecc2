// On POSIX alone: the completion script is for bash.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine as policyCommands } from "@cloudplatform/policies/cli";
import { type Endpoint, endpoints } from "@cloudplatform/pulumi/api";
import { candidates } from "@cloudplatform/pulumi/completion";
import { validationIssues } from "@cloudplatform/pulumi/schema";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { buildProgram } from "../../provider/cli/program.ts";
import { platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const emulator = await platform();
const terminal = {
  out: () => undefined,
  err: () => undefined,
  isInteractive: false,
  environment: {},
  signal: new AbortController().signal,
};
const programs: Record<string, Command> = {
  cloudplatform: buildProgram(terminal, () => undefined),
  "cloudplatform-policy": policyCommands(async () => undefined),
};
const files: Record<string, string> = {
  cloudplatform: join(root, "provider/cli/main.ts"),
  "cloudplatform-policy": join(root, "policies/dist/cli.mjs"),
};

describe.each(Object.keys(files))("%s", (name) => {
  const run = (...args: string[]) => execFileSync(process.execPath, [files[name] ?? "", ...args], { encoding: "utf8" });

  test("prints its version", () => {
    expect(run("--version")).toBe("0.1.0\n");
  });

  test("completes in bash with the script that it prints", () => {
    // A function makes the command callable by name, as an installation on the PATH does.
    const script = `
      ${name}() { "${process.execPath}" "${files[name]}" "$@"; }
      ${run("completion", "bash")}
      COMP_WORDS=(${name} comp); COMP_CWORD=1
      _${name.replaceAll("-", "_")}
      echo "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: [join(process.execPath, ".."), process.env.PATH].join(delimiter) };
    expect(execFileSync("bash", ["-c", script], { encoding: "utf8", env })).toBe("completion\n");
  });

  test.each(["bash", "zsh", "fish"])("has a script for %s that calls the command", (shell) => {
    expect(run("completion", shell)).toContain(`${name} __complete`);
  });
});

describe("completion", () => {
  const of = (name: string, ...words: string[]) => candidates(programs[name] as Command, words);

  test("suggests every command, flag and choice of the command line", () => {
    const walk = (command: Command, path: string[]) => {
      const [name = "", ...words] = path;
      for (const one of command.createHelp().visibleCommands(command)) {
        expect(of(name, ...words, ""), one.name()).toContain(one.name());
        if (one.name() !== "help") walk(one, [...path, one.name()]);
      }
      for (const option of command.options) {
        if (option.long !== undefined && option.long !== null) expect(of(name, ...words, "--")).toContain(option.long);
        if (option.argChoices !== undefined)
          expect(of(name, ...words, option.long ?? "", "")).toEqual([...option.argChoices].sort());
      }
    };
    for (const [name, program] of Object.entries(programs)) walk(program, [name]);
  });

  test("suggests the resources that can be adopted", () => {
    expect(of("cloudplatform", "adopt", "r")).toEqual(["reservation", "rule-set", "rule-template"]);
  });
});

describe("the command line", () => {
  test("ends with 2 when an id has the wrong form, and with 3 when there is no such object", async () => {
    const wrong = await commandLine(emulator.url, ["adopt", "cluster", "shop"]);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain("shop");
    expect(await commandLine(emulator.url, ["adopt", "rule-template", "x"])).toMatchObject({ code: 2 });
    expect(await commandLine(emulator.url, ["adopt", "rule-template", "99999"])).toMatchObject({ code: 3 });
  });

  test("refuses a period that ends before it begins", async () => {
    const ran = await commandLine(emulator.url, ["edge", "logs", "7", "--from", "2h", "--to", "3h"]);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain("--from must not be after the end of the period, ");
    expect(await commandLine(emulator.url, ["edge", "logs", "7", "--from", "3h", "--to", "2h"])).toMatchObject({
      code: 0,
    });
  });

  test.each([
    ["edge logs 7 --from 2y", "--from"],
    ["edge logs 7 --follow --from 2y", "--from"],
    ["reservations list --created-to yesterday", "--created-to"],
  ])("names the forms of a time when %s has another one", async (line, flag) => {
    const ran = await commandLine(emulator.url, line.split(" "));
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain(
      `${flag} must be RFC 3339 such as 2026-01-31T12:00:00Z, a date such as 2026-01-31, or a time ago such as 30m, 2h or 7d; got`,
    );
  });

  test.each([
    [["edge", "logs", "7", "--search", "no log has this text"]],
    [["edge", "apps", "--name", "no app has this name"]],
    [["kubernetes", "clusters", "--project-id", "1", "--region-id", "76"]],
  ])("prints None. when %j finds nothing", async (args) => {
    expect(await commandLine(emulator.url, args)).toMatchObject({ code: 0, out: "None.\n" });
  });
});

describe("help", () => {
  test.each([["help edge logs"], ["help edge getAppLogs"], ["edge help logs"], ["help edge logs 7"]])(
    "%s prints the help of edge logs",
    async (line) => {
      const { code, out } = await commandLine(emulator.url, line.split(" "));
      expect(code).toBe(0);
      expect(out).toContain("Usage: cloudplatform edge logs|getAppLogs [options] [id]");
      expect(out).toContain("--follow");
    },
  );

  test.each([
    ["help reveiw", "reveiw", "review"],
    ["help edge lgos", "lgos", "logs"],
    ["edge help lgos", "lgos", "logs"],
    ["help inventory delte", "delte", "delete"],
  ])("%s names the unknown command and the nearest", async (line, word, near) => {
    expect(await commandLine(emulator.url, line.split(" "))).toMatchObject({
      ...{ code: 2, out: "" },
      err: `error: unknown command '${word}'\n(Did you mean ${near}?)\n`,
    });
  });
});

describe("texts with counts and placeholders", () => {
  /** Matches "1 elements", "at least 1 characters", and a doubled ellipsis. */
  const wrong = /(?<![\d.,:-])\b1 (elements|characters|resources|values|nodes|pools|parameters|entries|problems)\b|……/;

  test("are correct in every page and every help text", () => {
    const pages = globSync("{provider,policies,emulator}/*.{md,json}", { cwd: root });
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) expect(readFileSync(join(root, page), "utf8"), page).not.toMatch(wrong);
    const walk = (command: Command) => {
      expect(command.helpInformation(), command.name()).not.toMatch(wrong);
      command.commands.forEach(walk);
    };
    Object.values(programs).forEach(walk);
  });

  test("are correct in every schema's message for a text or a list that is too short or too long", () => {
    const values = [[], "", "x".repeat(5000), Array.from({ length: 300 }, () => 1)];
    const bodies = (Object.values(endpoints) as Endpoint[]).flatMap(({ params, query, body }) => [params, query, body]);
    const fields = bodies.flatMap((body) => (body instanceof z.ZodObject ? Object.values(body.shape) : []));
    const messages = fields.flatMap((field) =>
      values.flatMap((value) => validationIssues(field as z.ZodType, value).map(({ message }) => message)),
    );
    const counted = messages.filter((message) => /must have|long; it has/.test(message));
    expect(counted.filter((message) => wrong.test(message))).toEqual([]);
    expect(counted.length).toBeGreaterThan(20);
  });
});
