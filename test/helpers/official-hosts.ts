import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { buildLanguageHosts } from "../../tools/pulumi-cli/language-hosts.mjs";
import { withoutPreload } from "./environment.ts";
import { runCommand } from "./run.ts";

const cli = await ensurePulumi({ log: () => undefined });

/** Folders of Pulumi's official language hosts (test/README.md). */
const folders = [
  ...(process.env.CLOUDPLATFORM_OFFICIAL_HOSTS?.split(delimiter) ?? []),
  // A CLI built from Go modules has no Python host, and has this project's own host for Node.js.
  ...(hostIn(dirname(cli.bin), "python")
    ? [dirname(cli.bin)]
    : onPath("go")
      ? await buildLanguageHosts({ log: (line) => console.warn(line) })
      : []),
];

/** The command that each host starts. Generating SDKs does not need it. */
const tools: Readonly<Record<string, string>> = { python: "python3", go: "go", java: "mvn" };

function hostIn(place: string, language: string): boolean {
  return existsSync(join(place, `pulumi-language-${language}`));
}

function onPath(command: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((place) => existsSync(join(place, command)));
}

/** Whether programs of a language can run here or, with `generating`, whether SDKs for it can be generated. */
export function hasHost(language: string, { generating = false } = {}): boolean {
  const tool = tools[language];
  const isThere = folders.some((place) => hostIn(place, language));
  return isThere && (generating || tool === undefined || onPath(tool));
}

/** A user's project in some language: outside the checkout, without preloaded modules. */
export interface Project {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  write(file: string, text: string): void;
  /** Runs a command that must succeed, and returns its output. */
  run(command: string, ...args: string[]): Promise<string>;
}

/** Opens a project in a folder, with its state in a sibling folder. */
export function openProject(place: string, env: NodeJS.ProcessEnv): Project {
  const state = `${place}-state`;
  for (const made of [place, state]) mkdirSync(made, { recursive: true });
  const whole = {
    ...{ ...withoutPreload(), ...cli.env },
    PATH: [...folders, cli.env.PATH].join(delimiter),
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    // Keep the create journal next to Pulumi.yaml, as for users.
    CLOUDPLATFORM_INTENT_DIR: undefined,
    ...{ PULUMI_CONFIG_PASSPHRASE: "test", PULUMI_SKIP_UPDATE_CHECK: "1" },
    ...env,
  };
  return {
    folder: place,
    env: whole,
    write: (file, text) => {
      mkdirSync(dirname(join(place, file)), { recursive: true });
      writeFileSync(join(place, file), text);
    },
    run: async (command, ...args) => {
      const { code, output } = await runCommand(command, args, { cwd: place, env: whole });
      expect(code, `${command} ${args.join(" ")}\n${output}`).toBe(0);
      return output;
    },
  };
}
