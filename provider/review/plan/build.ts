import { type Redact, redactor } from "../../client/redact.ts";
import manifest from "../../package.json" with { type: "json" };
import { parseState } from "../../pulumi/formats/stack-export.ts";
import { parseUrn } from "../../pulumi/formats/urn.ts";
import { cdnOf, sampleUrls } from "../cdn/templates.ts";
import { moneyOf } from "../cost/money.ts";
import { Platforms } from "../cost/platform.ts";
import { quotasOf } from "../cost/quotas.ts";
import { signed } from "../model/digest.ts";
import { isObject } from "../model/engine-values.ts";
import { ReviewError } from "../model/errors.ts";
import { hashOf, SecretHasher } from "../model/hashes.ts";
import { ownKind } from "../model/kinds.ts";
import { driftOf, operationsOf } from "../model/operations.ts";
import { optionSources } from "../model/options.ts";
import { withParts } from "../model/parts.ts";
import { type EnginePlan, hasSecrets, plannedHashes, secretsIn } from "../model/plan.ts";
import { noRegistrations, type Registrations } from "../model/registrations.ts";
import { type Draft, formatVersion, type Review } from "../model/schema.ts";
import { stateIdentity } from "../model/state.ts";
import { countsOf, verdictOf } from "../model/verdict.ts";
import { type PolicyResult, policiesOf } from "./policies.ts";
import type { Preview } from "./preview.ts";

/** What a review is made of. */
export interface Material extends Pick<Preview, "events" | "state"> {
  /** What the program asked for; none where there is no log of it. */
  registrations?: Registrations;
  kind: Review["kind"];
  stack: string;
  plan: EnginePlan | undefined;
  policies: PolicyResult | undefined;
  urls: readonly string[];
  commit: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  now: Date;
  lifetimeMs: number;
}

/** A review, and what of it is in no file. */
export interface Built {
  review: Review;
  /** An update would write nothing. */
  isSettled: boolean;
  /** Takes all secrets that are known out of a text. */
  redact: Redact;
}

/** Makes the review. Nothing is written anywhere. */
export async function buildReview(material: Material): Promise<Review> {
  return (await build(material)).review;
}

/** Makes the review, and what an apply needs beside it. */
export async function build(material: Material): Promise<Built> {
  const { events, plan, environment, signal, kind, registrations = noRegistrations } = material;
  const platforms = new Platforms({ plan, configuration: events.configuration, environment, signal });
  const { hasher, secret } = keyOf(platforms);
  if (plan !== undefined && hasher === undefined && hasSecrets(plan))
    throw new ReviewError(
      "The change has secrets, and no key to compare them with. Set CLOUDPLATFORM_REVIEW_KEY to a secret of your own, the same where changes are reviewed and where they are applied.",
      "CP4003",
    );
  const planned =
    plan === undefined ? {} : plannedHashes(plan, hasher, (type) => ownKind(type) !== undefined, registrations.options);
  const steps = kind === "drift" ? [] : withParts(events.steps);
  const refreshed = withParts(events.refreshed);
  const deployment = parseState(material.state);
  const sources = optionSources(deployment, plan, registrations);
  const { operations, same, isSettled, outputs, unknown } = operationsOf(steps, planned, sources);
  const drift = driftOf(refreshed);
  const [money, quotas] = await Promise.all([
    moneyOf(steps, platforms.priceOfCluster),
    quotasOf(steps, platforms.clientFor(""), signal),
  ]);
  const draft: Omit<Draft, "verdict"> = {
    format: "cloudplatform-review",
    version: formatVersion,
    kind,
    ...namesOf(material),
    platforms: platforms.urls,
    counts: countsOf(operations, kind === "drift" ? refreshed.length - drift.length : same, drift),
    ...{ operations, outputs, unknown, drift },
    policies: policiesOf(
      kind === "drift" ? { packs: {}, findings: [], waivers: [], relaxed: [], errors: [] } : material.policies,
    ),
    ...{ money, quotas },
    cdn: cdnOf(steps, [...new Set([...material.urls, ...sampleUrls(steps)])]),
    errors: events.errors,
    notes: notesOf(material),
    configuration: configurationOf(plan, events.configuration),
    state: stateIdentity(deployment, hasher),
    ...(plan !== undefined && { plan: hashOf(planned) }),
    ...(hasher !== undefined && { secrets: hasher.keyId }),
    versions: versionsOf(material),
    ...(material.commit !== undefined && { commit: material.commit }),
    createdAt: material.now.toISOString(),
    expiresAt: new Date(material.now.getTime() + material.lifetimeMs).toISOString(),
  };
  const redact = redactorOf([...secretsIn(plan), ...secretsIn(deployment), ...registrations.secrets, secret ?? ""]);
  const review = signed(withoutSecrets({ ...draft, verdict: verdictOf(draft) }, redact), hasher);
  return { review, isSettled: isSettled && isEmpty(review), redact };
}

/** The key of the stack: what hashes of secrets and signatures of reviews are made with. */
export function hasherOf({ plan, events, environment, signal }: Material): SecretHasher | undefined {
  return keyOf(new Platforms({ plan, configuration: events.configuration, environment, signal })).hasher;
}

function keyOf(platforms: Platforms): { hasher: SecretHasher | undefined; secret: string | undefined } {
  const secret = platforms.hashSecret;
  return { secret, hasher: secret === undefined ? undefined : new SecretHasher(secret) };
}

/** The backend may show a stack with its organisation; the engine's URNs have the bare name. */
function namesOf({ stack, events }: Material): { project: string; stack: string } {
  const urn = [...events.steps, ...events.refreshed].find((step) => step.urn.startsWith("urn:pulumi:"))?.urn;
  return { project: urn === undefined ? "" : parseUrn(urn).project, stack };
}

function notesOf({ events, plan, kind }: Material): string[] {
  const notes: string[] = [];
  if (!events.complete) notes.push("The engine stopped before its end: there may be more changes than are listed.");
  if (kind === "change" && plan === undefined)
    notes.push("There is no plan that an update could be bound to: this review cannot be applied.");
  return notes;
}

/** The configuration; of a secret only a hash of its ciphertext, which nobody can try values against. */
function configurationOf(
  plan: EnginePlan | undefined,
  shown: Readonly<Record<string, string>>,
): Record<string, string> {
  if (plan === undefined) return { ...shown };
  return Object.fromEntries(
    Object.entries(plan.config ?? {}).map(([key, value]) => {
      if (isObject(value)) return [key, `secret ${hashOf(value).slice(7, 23)}`];
      return [key, typeof value === "string" ? value : JSON.stringify(value)];
    }),
  );
}

function versionsOf({ plan, policies }: Material): Record<string, string> {
  return {
    provider: manifest.version,
    ...(plan?.manifest.version !== undefined && { pulumi: plan.manifest.version }),
    ...(policies?.code !== undefined && { "code and configuration of policies": policies.code }),
    ...Object.fromEntries(
      Object.entries(policies?.packs ?? {}).map(([name, version]) => [`policies ${name}`, version]),
    ),
  };
}

function isEmpty({ operations, outputs, drift }: Review): boolean {
  return operations.length + outputs.length + drift.length === 0;
}

/** A shorter secret is a word of many sentences ("local"): it is replaced only where it is a whole value. */
const minSecretLength = 6;

function redactorOf(secrets: readonly string[]): Redact {
  const all = new Set(secrets);
  const within = redactor(
    [...all].filter((one) => one.length >= minSecretLength),
    "[secret]",
  );
  return (text) => (text !== "" && all.has(text) ? "[secret]" : within(text));
}

/**
 * Takes every secret that the plan, the state, the configuration and the program hold out of every text, also out of keys: error
 * messages, names and URNs may repeat one. The names of stack and project are what an apply finds the stack by.
 */
function withoutSecrets({ project, stack, ...draft }: Draft, redact: Redact): Draft {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return redact(value);
    if (Array.isArray(value)) return value.map(clean);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), clean(one)]));
  };
  return { project, stack, ...(clean(draft) as Omit<Draft, "project" | "stack">) };
}
