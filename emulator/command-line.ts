import { parseArgs } from "node:util";
import { presetNames } from "./behaviors/presets.ts";
import { type BehaviorSettings, parseBehavior, parsePreset } from "./behaviors/settings.ts";
import { defaults, type EmulatorOptions } from "./options.ts";

export const help = `Usage: cloudplatform-emulator [options]

Emulates the cloud platform. Prints one JSON line {"url", "console"} when it is ready.

  --host HOST        address to listen on (default: ${defaults.host})
  --port PORT        port to listen on, 0 for a free port (default: ${defaults.port})
  --data DIR         directory of the data (default: in memory)
  --seed FILE        JSON file with the initial records
  --api-key KEY      the accepted API key (default: ${defaults.apiKey})
  --client-id N      id of the client that the key belongs to (default: random, kept in DIR)
  --speed N          platform seconds per real second (default: 1)
  --edge-word WORD   path segment of the edge-app area (default: ${defaults.edgeWord})
  --behaviors PRESET behavior where the contract leaves room: ${presetNames.join(", ")}
  --behavior NAME=VALUE  one behavior; repeatable (the README lists them)
  --from FILE        imitate the platform in a report of cloudplatform doctor --conformance
  --rate-limit N     requests per second and key; further requests get 429 (default: no limit)
  --no-retry-after   omit Retry-After from responses with 429
  --record-bodies    show all values of bodies in the request log, including secret inputs of programs
  --help             show this help`;

const optionTypes = {
  host: { type: "string" },
  port: { type: "string" },
  data: { type: "string" },
  seed: { type: "string" },
  "api-key": { type: "string" },
  "client-id": { type: "string" },
  speed: { type: "string" },
  "edge-word": { type: "string" },
  behaviors: { type: "string" },
  behavior: { type: "string", multiple: true },
  from: { type: "string" },
  "rate-limit": { type: "string" },
  "no-retry-after": { type: "boolean" },
  "record-bodies": { type: "boolean" },
  help: { type: "boolean" },
} as const;

type CommandLine =
  | { kind: "run"; options: Partial<EmulatorOptions> & { port: number } }
  | { kind: "help" }
  | { kind: "refused"; message: string };

/** Parses the command's arguments. */
export function parseCommandLine(args: string[]): CommandLine {
  try {
    const { values } = parseArgs({ args, options: optionTypes, strict: true, allowPositionals: false });
    if (values.help === true) return { kind: "help" };
    const given: Partial<EmulatorOptions> = {
      host: values.host,
      dataDirectory: values.data,
      seedFile: values.seed,
      apiKey: values["api-key"] === undefined ? undefined : word("--api-key", values["api-key"], /^\S+$/),
      clientId:
        values["client-id"] === undefined ? undefined : integer("--client-id", values["client-id"], 1, 2_147_483_647),
      speed: values.speed === undefined ? undefined : number("--speed", values.speed, 0.001, 1_000_000),
      edgeWord:
        values["edge-word"] === undefined ? undefined : word("--edge-word", values["edge-word"], /^[A-Za-z]\w*$/),
      rateLimit:
        values["rate-limit"] === undefined ? undefined : number("--rate-limit", values["rate-limit"], 0.001, 1_000_000),
      retryAfter: values["no-retry-after"] === true ? false : undefined,
      recordBodies: values["record-bodies"],
      reportFile: values.from,
      behaviors: behaviors(values.behaviors, values.behavior ?? []),
    };
    const port = values.port === undefined ? defaults.port : integer("--port", values.port, 0, 65_535);
    return { kind: "run", options: { ...withoutUndefined(given), port } };
  } catch (cause) {
    return { kind: "refused", message: `${cause instanceof Error ? cause.message : String(cause)} (--help lists all)` };
  }
}

function behaviors(preset: string | undefined, named: string[]): BehaviorSettings {
  return {
    ...(preset !== undefined && { preset: parsePreset(preset) }),
    ...Object.assign({}, ...named.map(parseBehavior)),
  };
}

function number(option: string, text: string, min: number, max: number): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value >= min && value <= max))
    throw new Error(`${option} must be a number from ${min} to ${max}, not "${text}".`);
  return value;
}

function integer(option: string, text: string, min: number, max: number): number {
  const value = number(option, text, min, max);
  if (!Number.isInteger(value)) throw new Error(`${option} must be an integer, not "${text}".`);
  return value;
}

function word(option: string, text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new Error(`${option} must be one word, not "${text}".`);
  return text;
}

/** Without undefined options, so that defaults apply. */
function withoutUndefined(options: Partial<EmulatorOptions>): Partial<EmulatorOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
