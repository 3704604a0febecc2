import * as pulumi from "@pulumi/pulumi";
import { setLogSink } from "../engine/lifecycle/progress.ts";
import { runIsolated } from "../pulumi/program/sdk/isolated-run.ts";
import { withoutPositions } from "../pulumi/program/sdk/source-position.ts";
import type { Properties } from "../values/properties.ts";
import type { Change } from "./changes.ts";
import { configurationOf } from "./configuration.ts";
import { Deployment, withOutputs } from "./engine-model.ts";
import { renewModules } from "./modules.ts";
import { Monitor } from "./monitor.ts";
import type { DeployOptions, Program } from "./options.ts";
import type { Platforms, SentRequest } from "./platforms.ts";
import type { Problem } from "./problems.ts";
import { Providers } from "./providers.ts";
import { takingRejections } from "./rejections.ts";
import { exportOf, type State } from "./state.ts";
import type { StackNames } from "./urns.ts";

/** A line that Pulumi would show. */
export interface Message {
  severity: "debug" | "info" | "warning" | "error";
  text: string;
  /** Empty if the line is about no resource. */
  urn: string;
}

/** The result of one run. */
export interface Ran {
  state: State;
  changes: readonly Change[];
  problems: readonly Problem[];
  messages: readonly Message[];
  requests: () => readonly SentRequest[];
}

const severities = ["debug", "info", "warning", "error"] as const;

/** The stack to run, with its options and state. */
export interface StackRun {
  names: StackNames;
  options: DeployOptions;
  platforms: Platforms;
  state: State;
}

/** What a program and its providers report during a run. */
class Report {
  readonly messages: Message[] = [];
  readonly outputs: [urn: string, given: Properties][] = [];
  /** Errors of the program itself. */
  readonly rejections: unknown[] = [];

  note(severity: number, text: string, urn: string): void {
    this.messages.push({ severity: severities[severity] ?? "info", text, urn });
  }

  resultOf(deployment: Deployment): Omit<Ran, "requests"> {
    return {
      state: this.outputs.reduce((all, [urn, given]) => withOutputs(all, urn, given), deployment.state),
      changes: deployment.changes,
      problems: [...deployment.problems, ...problemsOf(this.rejections, deployment.problems)],
      messages: this.messages.filter(({ severity }) => severity !== "debug"),
    };
  }
}

/** Runs a program against a state, as a preview or an update. */
export async function runProgram(run: StackRun, program: Program, isPreview: boolean): Promise<Ran> {
  const { names, options, platforms } = run;
  const { config, secretKeys } = configurationOf(options, names, platforms.baseUrl);
  const report = new Report();
  const deployment = deploymentOf(run, config, isPreview);
  const onOutputs = (urn: string, given: Properties) => void report.outputs.push([urn, given]);
  const warn = (text: string) => void report.messages.push({ severity: "warning", text, urn: "" });
  const monitor = new Monitor({ names, deployment, options, isPreview, onOutputs, warn });
  const note = report.note.bind(report);
  await renewModules(program);
  await platforms.during(() =>
    takingRejections(report.rejections, async () => {
      setLogSink(({ severity, text, urn, ephemeral }) => void (ephemeral || note(severity, text, urn)));
      try {
        await runIsolated((connect) =>
          withoutPositions(() =>
            runStack({ names, monitor, deployment, config, secretKeys, isPreview }, program, () =>
              connect(engineOf(note)),
            ),
          ),
        );
      } catch (error) {
        report.rejections.push(error);
      }
      await deployment.idle();
      await new Promise((resolve) => setImmediate(resolve));
      if (report.rejections.length === 0 && !deployment.hasFailed) await deployment.end();
    }),
  );
  monitor.close();
  return { ...report.resultOf(deployment), requests: platforms.takeSent() };
}

/** The deployment of a run. Providers read the state that the engine has saved so far. */
function deploymentOf(
  { names, options, state }: StackRun,
  config: Readonly<Record<string, string>>,
  isPreview: boolean,
): Deployment {
  const settings = Object.fromEntries(Object.entries(config).filter(([key]) => key.startsWith("cloudplatform:")));
  let saved = state;
  const onState = (next: State) => {
    saved = next;
  };
  const stored = (): State => deployment.state;
  const backend = backendOf(() => saved);
  const providers = new Providers(settings, options.mocks ?? {}, stored, backend);
  const deployment: Deployment = new Deployment({ names, state, providers, isPreview, onState });
  return deployment;
}

interface Running {
  names: StackNames;
  monitor: Monitor;
  deployment: Deployment;
  config: Record<string, string>;
  secretKeys: string[];
  isPreview: boolean;
}

/** Does the work of Node's language host: creates the stack, runs the program in it, and disconnects. */
async function runStack(
  { names, monitor, deployment, config, secretKeys, isPreview }: Running,
  program: Program,
  connect: () => void,
) {
  const { runtime } = pulumi;
  runtime.setMockOptions(monitor, names.project, names.stack, isPreview, names.organization);
  connect();
  runtime.setAllConfig(config, secretKeys);
  const ended = (async () => {
    await runtime.runInPulumiStack(async () => ({ ...(await program()) }));
    await runtime.disconnect();
  })();
  // Whatever waits for a failed resource waits forever.
  ended.catch(() => undefined);
  await Promise.race([ended, deployment.failed]);
}

/** The engine's log. */
function engineOf(note: (severity: number, text: string, urn: string) => void): object {
  type Request = { getSeverity(): number; getMessage(): string; getUrn(): string; getEphemeral(): boolean };
  return {
    log(request: Request, done: (error: null, response: object) => void) {
      if (!request.getEphemeral()) note(request.getSeverity(), request.getMessage(), request.getUrn());
      done(null, {});
    },
    setRootResource: (_request: unknown, done: (error: null, response: object) => void) => done(null, {}),
    requirePulumiVersion: (_request: unknown, done: (error: null, response: object) => void) => done(null, {}),
    close: () => undefined,
  };
}

/** The backend's state, as the provider requests it. */
function backendOf(state: () => State): ConstructorParameters<typeof Providers>[3] {
  return {
    stateOf: async () => exportOf(state()),
    stateNamed: async () => exportOf(state()),
    otherStacks: async () => [],
    runsOf: async () => [],
  };
}

/** Errors of the program itself, without duplicates, in the words that Pulumi prints. */
function problemsOf(rejections: readonly unknown[], known: readonly Problem[]): Problem[] {
  const texts = rejections
    .filter((error) => !isOfEngine(error))
    .map((error) => (error instanceof Error ? error.message : String(error)));
  return [...new Set(texts)]
    .filter((text) => !known.some(({ message }) => text.includes(message)))
    .map((message) => ({ urn: "", type: "", name: "", property: undefined, message }));
}

/** Whether this is the SDK's error for a call to an engine that has ended. */
function isOfEngine(error: unknown): boolean {
  return error !== null && typeof error === "object" && "code" in error && (error.code === 1 || error.code === 14);
}
