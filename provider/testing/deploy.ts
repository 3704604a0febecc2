import { bareValue } from "../pulumi/formats/markers.ts";
import type { Change } from "./changes.ts";
import { once } from "./once.ts";
import { type DeployOptions, optionNames, type Program } from "./options.ts";
import { Platforms, prepareEmulator, type SentRequest } from "./platforms.ts";
import { type PolicyConfig, type TestedPolicy, type Violation, violationsOf } from "./policies.ts";
import { DeployError, type DeployedResource, deployedResource, resourceNamed } from "./result.ts";
import { type Message, type Ran, runProgram, type StackRun } from "./run.ts";
import { refuseUnknownNames } from "./unknown-names.ts";

/** The emulator of a stack: its objects, faults and clock. */
export interface TestEmulator {
  /** Sends a request to a control route and returns its response, such as `control("POST", "faults", { … })`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** A stack after the deployment of a program, or as a preview shows it. */
export interface Deployed {
  /** What was created, updated, replaced and deleted, as a preview shows it, in the engine's order. */
  readonly changes: readonly Change[];
  /** Changes shown by the preview before the deployment; values that only the update knows are `[unknown]`. */
  readonly preview: readonly Change[];
  /** Resources of the stack: checked inputs, outputs, and the paths of secrets. */
  readonly resources: readonly DeployedResource[];
  /** Outputs of the stack, secrets in clear. */
  // biome-ignore lint/suspicious/noExplicitAny: outputs of any program
  readonly outputs: Readonly<Record<string, any>>;
  /** Requests sent by the deployment, including its preview and functions. */
  readonly requests: readonly SentRequest[];
  /** Warnings and other lines that Pulumi would show. */
  readonly messages: readonly Message[];
  readonly emulator: TestEmulator;
  /**
   * Returns a resource by its name in the program, or by its URN. `type`: the end of its type token, such as `cdn:RuleTemplate`.
   */
  resource(name: string, type?: string): DeployedResource;
  /** Deploys the next version of the program to the same stack. Default: the same program again. */
  deploy(program?: Program, options?: Partial<DeployOptions>): Promise<Deployed>;
  /** Shows what {@link deploy} would do, without changing anything. */
  previewOf(program?: Program, options?: Partial<DeployOptions>): Promise<Deployed>;
  /**
   * Returns the violations of policies in the form that `new PolicyPack` takes. `config`: their levels and parameters by name, as in
   * the file of `--policy-pack-config`.
   */
  violations(policies: readonly TestedPolicy[], config?: PolicyConfig): Promise<Violation[]>;
  /** Deletes everything, as `pulumi destroy` does. */
  destroy(): Promise<Deployed>;
}

/**
 * Deploys a program to an emulator in this process, with the provider's own checks, defaults and outputs: the unit test of a program.
 *
 * *Errors:* {@link DeployError} with the texts that `pulumi preview` and `pulumi up` show.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 * import { deploy } from "@cloudplatform/pulumi/testing";
 *
 * const first = await deploy(
 *   () => {
 *     new cdn.RuleTemplate("images", { rule: "/images/.*", ruleType: 0 });
 *   },
 *   { stack: "test", config: { regionId: 76 } },
 * );
 * first.resource("images").outputs.templateId;
 * ```
 */
export async function deploy(program: Program, options: DeployOptions = {}): Promise<Deployed> {
  await prepareEmulator();
  return deployTo(newStack(options), program);
}

/** Shows what {@link deploy} would do, without changing anything. */
export async function preview(program: Program, options: DeployOptions = {}): Promise<Deployed> {
  await prepareEmulator();
  return previewOn(newStack(options), program);
}

function newStack(options: DeployOptions): StackRun {
  refuseUnknownNames("option", options, optionNames);
  const { stack = "test", project = "project", organization = "organization" } = options;
  return { names: { stack, project, organization }, options, platforms: new Platforms(options), state: [] };
}

async function deployTo(stack: StackRun, program: Program): Promise<Deployed> {
  const planned =
    stack.options.preview === false
      ? undefined
      : refuseProblems(stack, program, await runProgram(stack, program, true));
  const ran = await runProgram(stack, program, false);
  const after = { ...stack, state: ran.state };
  refuseProblems(after, program, ran);
  const requests = once(() => [...(planned?.requests() ?? []), ...ran.requests()]);
  return resultOf(after, program, { ...ran, requests }, planned?.changes ?? []);
}

async function previewOn(stack: StackRun, program: Program): Promise<Deployed> {
  const planned = refuseProblems(stack, program, await runProgram(stack, program, true));
  return resultOf(stack, program, { ...planned, state: stack.state }, planned.changes);
}

function refuseProblems(stack: StackRun, program: Program, ran: Ran): Ran {
  if (ran.problems.length === 0) return ran;
  throw new DeployError(ran, resultOf(stack, program, { ...ran, state: stack.state }, ran.changes));
}

function resultOf(stack: StackRun, program: Program, ran: Ran, planned: readonly Change[]): Deployed {
  const resources = ran.state.filter(({ type }) => type !== stackType).map(deployedResource);
  const own = ran.state.find(({ type }) => type === stackType);
  const changed = (options: Partial<DeployOptions>) => {
    refuseUnknownNames("option", options, optionNames);
    return { ...stack, options: { ...stack.options, ...options } };
  };
  return {
    changes: ran.changes,
    preview: planned,
    resources,
    outputs: bareValue(own?.outputs ?? {}) as Record<string, unknown>,
    get requests() {
      return ran.requests();
    },
    messages: ran.messages,
    emulator: { control: (...asked) => stack.platforms.during(() => stack.platforms.emulator().control(...asked)) },
    resource: (name, type) => resourceNamed(resources, name, type),
    deploy: async (next = program, options = {}) => deployTo(changed(options), next),
    previewOf: async (next = program, options = {}) => previewOn(changed(options), next),
    violations: (policies, config = {}) => violationsOf(policies, resources, config),
    destroy: () => deployTo(changed({ preview: false }), () => undefined),
  };
}

const stackType = "pulumi:pulumi:Stack";
