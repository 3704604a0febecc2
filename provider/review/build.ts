import { redactor } from "../client/redact.ts";
import manifest from "../package.json" with { type: "json" };
import { cdnOf, sampleUrls } from "./cdn/templates.ts";
import { sealed } from "./digest.ts";
import { isObject, mapValues } from "./engine-values.ts";
import { ReviewError } from "./errors.ts";
import { hashOf, SecretHasher } from "./hashes.ts";
import { ownKind, stackOfUrn } from "./kinds.ts";
import { moneyOf } from "./money.ts";
import { driftOf, operationsOf } from "./operations.ts";
import { withParts } from "./parts.ts";
import { type EnginePlan, hasSecrets, plannedHashes, secretsOfPlan } from "./plan.ts";
import { Platforms } from "./platform.ts";
import { type PolicyResult, policiesOf } from "./policies.ts";
import type { Preview } from "./preview.ts";
import { quotasOf } from "./quotas.ts";
import { type Draft, formatVersion, type Review } from "./schema.ts";
import { stateIdentity } from "./state.ts";
import { countsOf, verdictOf } from "./verdict.ts";

/** What a review is made of. */
export interface Material extends Pick<Preview, "events" | "state"> {
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

/** Makes the review. Nothing is written anywhere. */
export async function buildReview(material: Material): Promise<Review> {
  const { events, plan, environment, signal, kind } = material;
  const platforms = new Platforms({ plan, configuration: events.configuration, environment, signal });
  const { hasher, secret } = keyOf(platforms);
  if (plan !== undefined && hasher === undefined && hasSecrets(plan))
    throw new ReviewError(
      "The change has secrets, and no key to compare them with. Set CLOUDPLATFORM_REVIEW_KEY to a secret of your own, the same where changes are reviewed and where they are applied.",
      "CP4003",
    );
  const planned = plan === undefined ? {} : plannedHashes(plan, hasher, (type) => ownKind(type) !== undefined);
  const steps = kind === "drift" ? [] : withParts(events.steps);
  const refreshed = withParts(events.refreshed);
  const { operations, same, outputs, unknown } = operationsOf(steps, planned);
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
    state: stateIdentity(material.state),
    ...(plan !== undefined && { plan: hashOf(planned) }),
    ...(hasher !== undefined && { secrets: hasher.keyId }),
    versions: versionsOf(material),
    ...(material.commit !== undefined && { commit: material.commit }),
    createdAt: material.now.toISOString(),
    expiresAt: new Date(material.now.getTime() + material.lifetimeMs).toISOString(),
  };
  return sealed(withoutSecrets({ ...draft, verdict: verdictOf(draft) }, plan, secret), hasher);
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
  return { project: urn === undefined ? "" : stackOfUrn(urn).project, stack };
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
    ...Object.fromEntries(
      Object.entries(policies?.packs ?? {}).map(([name, version]) => [`policies ${name}`, version]),
    ),
  };
}

/** A shorter text is part of many words; it is not treated as a secret. */
const minSecretLength = 6;

/** Takes every secret that the plan holds out of every text: error messages and names may repeat one. */
function withoutSecrets(draft: Draft, plan: EnginePlan | undefined, key: string | undefined): Draft {
  const secrets = [...(plan === undefined ? [] : secretsOfPlan(plan)), ...(key === undefined ? [] : [key])];
  const redact = redactor(
    secrets.filter((one) => one.length >= minSecretLength),
    "[secret]",
  );
  return mapValues(draft, (value) => (typeof value === "string" ? redact(value) : undefined)) as Draft;
}
