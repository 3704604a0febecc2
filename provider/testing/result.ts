import { bareValue, withoutMarks } from "../pulumi/formats/markers.ts";
import type { Properties } from "../values/properties.ts";
import { type Change, ownOf } from "./changes.ts";
import type { Deployed } from "./deploy.ts";
import type { SentRequest } from "./platforms.ts";
import type { Problem } from "./problems.ts";
import type { StoredResource } from "./state.ts";

/** A resource of a stack after a deployment. */
export interface DeployedResource {
  urn: string;
  /** Type token. */
  type: string;
  /** Name in the program. */
  name: string;
  /** Empty for a component. */
  id: string;
  /** URN of the parent. */
  parent: string;
  /** Inputs after the provider's check, with defaults and computed inputs. */
  // biome-ignore lint/suspicious/noExplicitAny: outputs of any type of resource
  inputs: Readonly<Record<string, any>>;
  /** Outputs, secrets in clear. */
  // biome-ignore lint/suspicious/noExplicitAny: outputs of any type of resource
  outputs: Readonly<Record<string, any>>;
  /** Outputs that Pulumi encrypts, as JSON pointers: `/options/secure_key/key`. */
  secrets: readonly string[];
  dependencies: readonly string[];
  protect: boolean;
}

export function deployedResource(stored: StoredResource): DeployedResource {
  const { urn, type, name, id, parent, inputs, outputs, dependencies, protect } = stored;
  return {
    ...{ urn, type, name, id, parent, dependencies, protect },
    inputs: bareValue(ownOf(inputs)) as Properties,
    outputs: bareValue(ownOf(outputs)) as Properties,
    secrets: withoutMarks(ownOf(outputs)).secretPaths,
  };
}

/** Returns the resource with a name in the program or a URN. Throws if there is none, or more than one. */
export function resourceNamed(all: readonly DeployedResource[], name: string, type?: string): DeployedResource {
  const found = all.filter(
    (one) => one.urn === name || (one.name === name && (type === undefined || one.type.endsWith(type))),
  );
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first === undefined)
    throw new Error(
      `There is no resource "${name}". The stack has: ${all.map((one) => one.name).join(", ") || "none"}.`,
    );
  throw new Error(
    `"${name}" is the name of ${found.length} resources. Name the type as well, or the URN: ${found.map((one) => one.urn).join(", ")}`,
  );
}

interface Stopping {
  problems: readonly Problem[];
  changes: readonly Change[];
  requests: () => readonly SentRequest[];
}

/** What stopped a deployment: the texts that `pulumi preview` and `pulumi up` show. */
export class DeployError extends Error {
  readonly problems: readonly Problem[];
  /** Changes planned or made before it stopped. */
  readonly changes: readonly Change[];
  /** Requests sent until then. */
  readonly requests: readonly SentRequest[];
  /** The current stack: its `deploy` tries again. */
  readonly result: Deployed;

  constructor({ problems, changes, requests }: Stopping, result: Deployed) {
    super(problems.map(({ message }) => message).join("\n"));
    this.name = "DeployError";
    this.problems = problems;
    this.changes = changes;
    this.requests = requests();
    this.result = result;
    // Node prints the enumerable properties of an error that nobody catches: hundreds of lines, with outputs in clear.
    for (const name of ["changes", "requests", "result"] as const)
      Object.defineProperty(this, name, { enumerable: false });
  }
}
