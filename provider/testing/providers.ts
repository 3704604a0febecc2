import { forgetClients } from "../client/configured-client.ts";
import type { Backend } from "../engine/handler/backend.ts";
import { PartialStateError } from "../engine/lifecycle/errors.ts";
import { ProcessOwnership } from "../engine/ownership/ownership.ts";
import { dynamicProvider } from "../pulumi/dynamic/dynamic-provider.ts";
import { cancelOperations, duringEngineCall } from "../pulumi/dynamic/request-context.ts";
import { bareValue } from "../pulumi/formats/markers.ts";
import { isNativeToken, ownKind } from "../pulumi/formats/type-token.ts";
import { nameOfUrn, urnOfProvider } from "../pulumi/formats/urn.ts";
import { NativeResource } from "../pulumi/native/plugin/resource.ts";
import { resourceTypes } from "../pulumi/native/plugin/resources.ts";
import type { Properties } from "../values/properties.ts";
import type { Mocks } from "./options.ts";
import { dynamicCalls, nativeCalls, type ProviderCalls, type ProviderCode } from "./provider-calls.ts";
import type { StoredResource } from "./state.ts";

export const providerTypePrefix = "pulumi:providers:";

const code: ProviderCode = {
  ...{ cancelOperations, dynamicProvider, duringEngineCall },
  ...{ NativeResource, PartialStateError, resourceTypes },
};

/** The providers of one run, like newly started processes. */
export class Providers {
  readonly #settings: Readonly<Record<string, string>>;
  readonly #mocks: Mocks;
  readonly #backend: Backend;
  readonly #byReference = new Map<string, ProviderCalls>();
  readonly #stored: () => Iterable<StoredResource>;
  /** `customTimeouts` of the operations in progress, by URN. */
  readonly timeouts = new Map<string, number>();

  /** @param settings The stack's settings, by their full keys. */
  constructor(
    settings: Readonly<Record<string, string>>,
    mocks: Mocks,
    stored: () => Iterable<StoredResource>,
    backend: Backend,
  ) {
    forgetClients();
    this.#settings = settings;
    this.#mocks = mocks;
    this.#stored = stored;
    this.#backend = backend;
  }

  /** Returns the provider that serves a type; `reference` names an explicit one. */
  of(type: string, reference: string): ProviderCalls {
    if (ownKind(type) === undefined) return mockedCalls(type, reference, this.#mocks);
    const isNative = isNativeToken(type);
    const key = `${isNative} ${reference}`;
    const known = this.#byReference.get(key);
    if (known !== undefined) return known;
    const settings = reference === "" ? this.#settings : this.#settingsOf(reference);
    const timeoutMs = (urn: string) => this.timeouts.get(urn);
    // The engine starts a process for each provider, which only knows of the others what is in state.
    const ownership = new ProcessOwnership(this.#backend);
    const made = (isNative ? nativeCalls : dynamicCalls)(code, { settings, ownership, timeoutMs });
    this.#byReference.set(key, made);
    return made;
  }

  /** Inputs of a dynamic provider have full keys; those of a native one do not. */
  #settingsOf(reference: string): Record<string, string> {
    const urn = urnOfProvider(reference);
    const provider = [...this.#stored()].findLast((one) => one.urn === urn);
    const inputs = bareValue(provider?.inputs ?? {}) as Properties;
    const entries = Object.entries(inputs).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(
      entries.map(([key, value]) => [key.includes(":") ? key : `cloudplatform:${key}`, String(value)]),
    );
  }
}

/** Resources of other packages: their outputs are their inputs, unless mocks return more. */
function mockedCalls(type: string, provider: string, { newResource }: Mocks): ProviderCalls {
  const made = async (urn: string, inputs: Properties, id?: string) => {
    const name = nameOfUrn(urn);
    const given = bareValue(inputs) as Properties;
    const answer = await newResource?.({ type, name, inputs: given, provider, custom: true, id });
    const state = answer?.state as Properties | undefined;
    return { id: answer?.id ?? id ?? `${name}-id`, outputs: state === undefined ? inputs : { ...inputs, ...state } };
  };
  return {
    check: async (_urn, _olds, news) => ({ inputs: news, failures: [] }),
    diff: async () => ({ changes: undefined, replaces: false, replacing: [], deleteBeforeReplace: false }),
    previewed: async () => ({}),
    create: (urn, news) => made(urn, news),
    update: async (urn, { id }, news) => (await made(urn, news, id)).outputs,
    read: async (urn, existing) => ({ ...existing, ...(await made(urn, existing.outputs, existing.id)) }),
    delete: async () => undefined,
    cancel: () => undefined,
  };
}
