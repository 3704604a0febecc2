import { isDeepStrictEqual } from "node:util";
import { type Configuration, providerConfiguration } from "../../client/configured-client.ts";
import type { AnyHandler } from "../../engine/handler/handler.ts";
import type { Ownership } from "../../engine/handler/ownership.ts";
import { PartialStateError } from "../../engine/lifecycle/errors.ts";
import { ResourceLifecycle } from "../../engine/lifecycle/lifecycle.ts";
import { type Deployed, defaultProvider, type OperationRequest, type Result } from "../../engine/lifecycle/request.ts";
import { secretSettingNames } from "../../engine/secrets/operation-secrets.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { type Hidden, originIn, splitHidden, writeOnlyKeyIn } from "../formats/hidden-properties.ts";
import { withMarks } from "../formats/markers.ts";
import { OutputFormat, writeOnlyInput } from "../formats/stored-outputs.ts";
import { ResourceInitError } from "./errors.ts";
import type { CheckResult, CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "./protocol.ts";
import { cancellation, engineCall } from "./request-context.ts";

interface ProviderOptions {
  /** Shared by all resources of the process: an object may move from one kind of resource to another. */
  ownership?: Ownership;
  /**
   * Whether requests carry the URN of their resource, so that inputs in state need no copy of it. The first requests of a process
   * do not, and only know the URN from before a rename. Both must write the same, or two previews of one change would differ.
   */
  tellsUrns?: boolean;
}

/** Adapts a handler to the interface of a dynamic provider. */
export function dynamicProvider(handler: AnyHandler, options: ProviderOptions = {}): ResourceProvider {
  return new DynamicProvider(handler, options);
}

/**
 * Translates between Pulumi's dynamic protocol and the lifecycle of a resource. The protocol lacks the URN, secrets, the option
 * `import` and the inputs in state: they travel as hidden properties.
 */
class DynamicProvider implements ResourceProvider {
  readonly #lifecycle: ResourceLifecycle;
  readonly #outputs: OutputFormat;
  readonly #tellsUrns: boolean;

  constructor(handler: AnyHandler, { ownership, tellsUrns = false }: ProviderOptions) {
    this.#tellsUrns = tellsUrns;
    this.#lifecycle = new ResourceLifecycle(handler, ownership);
    this.#outputs = new OutputFormat(this.#lifecycle.names, handler);
  }

  configure = async ({ config }: { config: Configuration }): Promise<void> => {
    this.#lifecycle.configure(providerConfiguration(config));
  };

  check = async (olds: Properties, news: Properties): Promise<CheckResult> => {
    const { hidden, own: inputs } = splitNow(news);
    const last = splitHidden(olds ?? {});
    const declared = Object.keys(last.own).length > 0 ? last.own : undefined;
    const { __servedBy: servedBy, ...kept } = hidden;
    const request = { ...requestOf(hidden, last.hidden), inputs, declared, adopt: hidden.__adopt };
    const checked = await this.#lifecycle.check({
      ...request,
      servedBy: typeof servedBy === "string" ? servedBy : defaultProvider,
    });
    return {
      inputs: {
        ...withMarks(checked.inputs, checked.secretPaths),
        ...this.#stored(kept),
        ...writeOnlyInput(checked.writeOnlyKey),
      },
      failures: checked.failures,
    };
  };

  diff = async (id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const { hidden, own: inputs } = splitNow(news);
    const { deployed, last } = this.#deployed(id, olds);
    const found = await this.#lifecycle.diff({ ...requestOf(hidden, last), inputs, deployed, adopt: hidden.__adopt });
    // If a diff is undecided, the engine compares the inputs. SDK 3.200 keeps the inputs from before a refresh in state, so a
    // change made outside of Pulumi is only in the outputs and would be missed.
    const isLost = found.changes === undefined && isDeepStrictEqual(engineCall().inputs?.(), news);
    return isLost ? { ...found, changes: true } : found;
  };

  create = async (news: Properties): Promise<CreateResult> => {
    const { hidden, own: inputs } = splitNow(news);
    const made = await this.#keeping(hidden, () =>
      this.#lifecycle.create({ ...requestOf(hidden), inputs, adopt: hidden.__adopt }),
    );
    return { id: made.id, outs: this.#outputs.write(made, hidden) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const { hidden } = splitNow(properties);
    const { deployed } = this.#deployed(id, properties);
    const found = await this.#lifecycle.read({ ...requestOf(hidden), deployed });
    if (found === undefined) return { id: "", props: {} };
    const props = this.#outputs.write(found, hidden);
    // `.get` has no inputs of a program.
    if (Object.keys(deployed.state).length === 0) return { id: found.id, props };
    const { __urn, __adopt, __secrets } = hidden;
    const inputs = {
      ...withMarks(found.inputs, found.inputSecretPaths),
      ...this.#stored({ __urn, __adopt, __secrets }),
      ...writeOnlyInput(found.writeOnlyKey),
    };
    return this.#isInState(inputs, hidden) ? { id: found.id, props } : { id: found.id, props, inputs };
  };

  update = async (id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    const { hidden, own: inputs } = splitNow(news);
    const { deployed, last } = this.#deployed(id, olds);
    const updated = await this.#keeping(hidden, () =>
      this.#lifecycle.update({ ...requestOf(hidden, last), inputs, deployed }),
    );
    return { outs: this.#outputs.write(updated, hidden) };
  };

  delete = async (id: string, properties: Properties): Promise<void> => {
    const { hidden } = splitNow(properties);
    await this.#lifecycle.delete({ ...requestOf(hidden), deployed: this.#deployed(id, properties).deployed });
  };

  #deployed(id: string, olds: Properties): { deployed: Deployed; last: Hidden } {
    const { hidden: last, declared, state } = this.#outputs.read(olds);
    const urnInState = typeof last.__urn === "string" ? last.__urn : undefined;
    return { deployed: { id, declared, state, urnInState, origin: originIn(last) }, last };
  }

  /**
   * Whether the inputs that were read equal those in state, which the engine keeps when a read returns none: a refresh finds most
   * objects unchanged, and inputs are half of a response. The SDK adds the loader text to them.
   */
  #isInState(inputs: Properties, { __provider }: Hidden): boolean {
    const inState = engineCall().inputs?.();
    return inState !== undefined && isDeepStrictEqual(plain({ ...inputs, __provider }), this.#stored(inState));
  }

  /** Inputs as stored: only those with a value, and the URN only where requests do not carry it. */
  #stored(inputs: Properties | Hidden): Properties {
    const kept = Object.entries(inputs).filter(
      ([name, value]) => value !== undefined && !(name === "__urn" && this.#tellsUrns),
    );
    return Object.fromEntries(kept);
  }

  /** Passes on the object of an error after which it exists, in the SDK's form. */
  async #keeping(hidden: Hidden, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof PartialStateError)) throw error;
      const properties = { ...this.#outputs.write(error.made, hidden), __provider: hidden.__provider };
      throw new ResourceInitError(error, properties);
    }
  }
}

/** Splits properties and sets the resource's current URN: the one in state may predate a rename. */
function splitNow(properties: Properties): { hidden: Hidden; own: Properties } {
  const { hidden, own } = splitHidden(properties);
  const { urn } = engineCall();
  return { hidden: urn === undefined ? hidden : { ...hidden, __urn: urn }, own };
}

function requestOf(hidden: Hidden, last: Hidden = {}): OperationRequest {
  const secrets = [hidden.__secrets, last.__secrets].flatMap((written) => (Array.isArray(written) ? written : []));
  return {
    urn: typeof hidden.__urn === "string" ? hidden.__urn : "",
    secretPaths: [...new Set<string>(secrets)],
    secretSettings: secretSettingNames(secrets),
    timeoutMs: engineCall().timeoutMs,
    signal: cancellation,
    writeOnlyKey: writeOnlyKeyIn(hidden, last),
  };
}
