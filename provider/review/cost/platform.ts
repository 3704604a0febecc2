import { type Client, createClient, isPlaceholder, readSettings, SettingsError } from "../../client/index.ts";
import { clusterMonthlyPrice, type PricedPool } from "../../functions/cluster-price.ts";
import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import { urnOfProvider } from "../../pulumi/formats/urn.ts";
import { microsOf } from "../../values/index.ts";
import { isObject, isSecret, plaintextOf } from "../model/engine-values.ts";
import type { EngineStep } from "../model/events.ts";
import type { EnginePlan } from "../model/plan.ts";
import type { Price, PriceOfCluster } from "./money.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a stack's providers by URN, with plaintext secrets. */
export type Providers = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * The providers of a change: those of the plan, and those in state that only the plan's steps name. A plan has no provider whose
 * resources have all left the program, and a failed preview has no plan.
 */
export function changingProviders(
  plan: EnginePlan | undefined,
  deployment: Deployment,
  steps: readonly Pick<EngineStep, "provider">[],
): Providers {
  const planned = Object.entries(plan?.resourcePlans ?? {}).flatMap(([urn, { state }]): Entry[] =>
    state ? [[urn, state]] : [],
  );
  const used = new Set(steps.map(({ provider }) => urnOfProvider(provider)));
  const left = [...deployedProviders(deployment)].filter(([urn]) => used.has(urn));
  const known = new Map(planned);
  return providersAmong([...planned, ...left.filter(([urn]) => !known.has(urn))]);
}

/** The providers of a state: a refresh reads with the settings of the last update. */
export function deployedProviders({ resources }: Deployment): Providers {
  return providersAmong(resources.map(({ urn, inputs }) => [urn, inputs ?? {}]));
}

type Entry = [urn: string, settings: Readonly<Record<string, unknown>>];

function providersAmong(entries: readonly Entry[]): Providers {
  return new Map(entries.filter(([urn]) => urn.includes("::pulumi:providers:")));
}

/** The platforms of a stack: the configured one, and those of explicit providers. */
export class Platforms {
  readonly #clients = new Map<string, Client | SettingsError>();
  readonly #providers: Providers;
  readonly #configuration: Readonly<Record<string, string>>;
  readonly #environment: Environment;
  readonly #signal: AbortSignal;

  constructor(options: {
    providers: Providers;
    /** The stack's configuration as the engine reports it. */
    configuration: Readonly<Record<string, string>>;
    environment: Environment;
    signal: AbortSignal;
  }) {
    this.#providers = options.providers;
    this.#configuration = options.configuration;
    this.#environment = options.environment;
    this.#signal = options.signal;
  }

  /** Base URLs; the stack's own comes first. */
  get urls(): string[] {
    const clients = ["", ...[...this.#providers.keys()].sort()].map((provider) => this.#clientOf(provider));
    return [...new Set(clients.flatMap((one) => (one instanceof SettingsError ? [] : [one.settings.baseUrl])))];
  }

  /** The secret for keyed hashes: the review key if set, otherwise the platform's API key. */
  get hashSecret(): string | undefined {
    const own = this.#environment.CLOUDPLATFORM_REVIEW_KEY;
    if (own !== undefined && own !== "") return own;
    const client = this.#clientOf("");
    return client instanceof SettingsError
      ? this.#environment.CLOUDPLATFORM_API_KEY || undefined
      : client.settings.apiKey;
  }

  /** A client for the platform of a provider, or the reason why there is none. */
  clientFor(provider: string): Client | { reason: string } {
    const client = this.#clientOf(urnOfProvider(provider));
    if (client instanceof SettingsError) return { reason: `the platform could not be asked: ${client.message}` };
    const { baseUrl } = client.settings;
    return isPlaceholder(baseUrl) ? { reason: `${baseUrl} stands for no platform` } : client;
  }

  #clientOf(provider: string): Client | SettingsError {
    const known = this.#clients.get(provider);
    if (known !== undefined) return known;
    let client: Client | SettingsError;
    try {
      const settings = readSettings({}, (name) => this.#configured(name, provider), this.#environment);
      client = createClient(settings);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      client = this.#isHidden("apiKey", provider) ? new SettingsError(hiddenKeyText, "CP1001") : error;
    }
    this.#clients.set(provider, client);
    return client;
  }

  /** Whether the stack's configuration has a setting whose value the engine has not shown: only a plan has secrets in clear. */
  #isHidden(name: string, provider: string): boolean {
    const isSecretSetting = this.#configuration[`cloudplatform:${name}`] === "[secret]";
    return isSecretSetting && this.#configured(name, provider) === undefined;
  }

  /** Looks up a setting of the provider, then of the stack's default provider, then of the configuration. */
  #configured(name: string, provider: string): string | undefined {
    const defaults = [...this.#providers].filter(([urn]) => /::pulumi:providers:[^:]+::default/.test(urn));
    for (const settings of [this.#providers.get(provider), ...defaults.map(([, one]) => one)]) {
      const value = clear(settings?.[`cloudplatform:${name}`]) ?? clear(settings?.[name]);
      if (value !== undefined) return value;
    }
    const configured = this.#configuration[`cloudplatform:${name}`];
    return configured === "[secret]" ? undefined : configured;
  }

  /** Asks the platform for the price of a cluster at its minimum number of nodes. Returns a reason if the price is not known. */
  priceOfCluster: PriceOfCluster = async (inputs, provider): Promise<Price> => {
    const client = this.clientFor(provider);
    if ("reason" in client) return client;
    const projectId = numberOf(inputs.projectId) ?? client.settings.projectId;
    const regionId = numberOf(inputs.regionId) ?? client.settings.regionId;
    if (projectId === undefined || regionId === undefined) return { reason: "its project or region is not known" };
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(platformTimeoutMs)]);
    const price = await clusterMonthlyPrice(client, { projectId, regionId, pools: poolsOf(inputs) }, signal);
    this.#signal.throwIfAborted();
    if (!price.known) return { reason: `the platform gave no price: ${price.reason}` };
    const amount = microsOf(price.perMonth);
    return amount === undefined
      ? { reason: `its price is no decimal: ${price.perMonth}` }
      : { amount, currency: price.currency };
  };
}

const hiddenKeyText =
  "cloudplatform:apiKey is a secret of the stack's configuration, which this command sees only after a preview that succeeds, and CLOUDPLATFORM_API_KEY is not set. Fix what stopped the preview, or set CLOUDPLATFORM_API_KEY.";

/** A hanging platform must not block the review: the review lists what could not be read. */
export const platformTimeoutMs = 10_000;

function clear(value: unknown): string | undefined {
  const text = isSecret(value) ? plaintextOf(value) : undefined;
  const plain: unknown = text === undefined ? value : JSON.parse(text);
  return typeof plain === "string" && plain !== "" ? plain : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Pools at their minimum number of nodes: the cost of the cluster when nothing is scaled up. */
function poolsOf({ pools }: Record<string, unknown>): PricedPool[] {
  return (Array.isArray(pools) ? pools.filter(isObject) : []).map((pool) => ({
    flavorId: String(pool.flavorId),
    nodeCount: Math.max(1, numberOf(pool.minNodeCount) ?? 1),
    bootVolumeSize: numberOf(pool.bootVolumeSize),
    bootVolumeType: typeof pool.bootVolumeType === "string" ? pool.bootVolumeType : undefined,
    isPublicIpv4: pool.isPublicIpv4 === true,
  }));
}
