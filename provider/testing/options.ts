/** A value of a stack's configuration. `{ secret }` is like one set with `pulumi config set --secret`. */
export type ConfigValue = string | number | boolean | object | { secret: string };

/** A resource of another package, as passed to mocks. */
export interface MockedResource {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  /** `<URN>::<id>` of an explicit provider. */
  provider: string;
  custom: boolean;
  /** Its id, for an update or a read. */
  id: string | undefined;
}

/** Mocks of other packages: the functions of `pulumi.runtime.setMocks`. */
export interface Mocks {
  /** Returns the id and outputs of a resource. Default: the id is `<name>-id`, and the outputs are the inputs. */
  newResource?: (resource: MockedResource) => MaybePromise<{ id?: string; state: Record<string, unknown> }>;
  /** Returns the response to a function. */
  call?: (call: { token: string; inputs: Record<string, unknown>; provider: string }) => MaybePromise<object>;
}

type MaybePromise<T> = T | Promise<T>;

/** Options of a deployment. */
export interface DeployOptions {
  /** Name of the stack. Default `test`. */
  stack?: string;
  /** Name of the project. Default `project`. */
  project?: string;
  /** Name of the organization. Default `organization`. */
  organization?: string;
  /**
   * Configuration of the stack. A key without a namespace belongs to the project, and to the provider if it has a setting of that
   * name. The default base URL and API key are those of the emulator.
   */
  config?: Readonly<Record<string, ConfigValue>>;
  /** Outputs of other stacks by their names (`organization/project/stack`), for stack references. `{ secret }` is a secret one. */
  stacks?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Mocks of resources and functions of other packages. */
  mocks?: Mocks;
  /**
   * Objects on the platform before the first deployment, by collection, as in a seed file of the emulator. Default: prices,
   * flavors, apps and streams of the built-in seed, but nothing that a program can declare.
   */
  seed?: Readonly<Record<string, unknown>>;
  /** Behavior of the emulator where the platform's documentation leaves room (docs/platform). */
  behaviors?: Readonly<Record<string, unknown>>;
  /** Whether a preview runs first, as with `pulumi up`, so that the program runs twice. Default true. */
  preview?: boolean;
}

const names: Record<keyof DeployOptions, true> = {
  ...{ stack: true, project: true, organization: true, config: true, stacks: true },
  ...{ mocks: true, seed: true, behaviors: true, preview: true },
};

/** Names of the options: JavaScript does not check them. */
export const optionNames: readonly string[] = Object.keys(names);

/** A program: a function that declares resources, or imports a module that does. It returns the stack's outputs. */
// biome-ignore lint/suspicious/noConfusingVoidType: a program may return nothing
export type Program = () => MaybePromise<object | void | undefined>;
