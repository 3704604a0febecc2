import { environmentSecrets } from "../../client/environment-secrets.ts";
import type { Redact } from "../../client/redact.ts";
import manifest from "../../package.json" with { type: "json" };
import { type Deployment, parseState } from "../../pulumi/formats/stack-export.ts";
import { cdnOf, sampleUrls } from "../cdn/templates.ts";
import { moneyOf } from "../cost/money.ts";
import { changingProviders, deployedProviders, Platforms } from "../cost/platform.ts";
import { quotasOf } from "../cost/quotas.ts";
import { atUsage, type Usage } from "../cost/usage.ts";
import { hashOf, SecretHasher, signed } from "../model/digest.ts";
import { isObject } from "../model/engine-values.ts";
import { ReviewError } from "../model/errors.ts";
import type { EngineStep } from "../model/events.ts";
import { isBookkeeping, ownKind } from "../model/kinds.ts";
import { missingOf, referenceNotes } from "../model/missing.ts";
import { withCompanions, withoutDeleted } from "../model/objects.ts";
import { driftOf, operationsOf } from "../model/operations.ts";
import { optionSources } from "../model/options.ts";
import { withPlaintexts } from "../model/plaintexts.ts";
import { type EnginePlan, hasSecrets, plannedHashes } from "../model/plan.ts";
import { noRegistrations, type Registrations } from "../model/registrations.ts";
import { renamedOf } from "../model/renamed.ts";
import { withParts } from "../model/rules-as-steps.ts";
import { type Draft, formatVersion, type Review } from "../model/schema.ts";
import { redactorOf, SecretTexts, withoutSecrets } from "../model/secrets.ts";
import { stateIdentity } from "../model/state.ts";
import { countsOf, verdictOf } from "../model/verdict.ts";
import { type PolicyResult, policiesOf } from "./policies.ts";
import type { Preview } from "./preview.ts";

/** The input of a review. */
export interface Material extends Pick<Preview, "events" | "state" | "lastUpdate"> {
  /** What the program registered; absent if there is no log of it. */
  registrations?: Registrations;
  /** Hash of the program, if it has code that no plan contains. */
  programCode?: string | undefined;
  kind: Review["kind"];
  project: string;
  /** The stack's name, which may include the organization. */
  stack: string;
  plan: EnginePlan | undefined;
  policies: PolicyResult | undefined;
  urls: readonly string[];
  usage?: Usage | undefined;
  commit: string | undefined;
  /** Arguments with which an apply makes the same review. */
  arguments?: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  now: Date;
  lifetimeMs: number;
}

/** A review, and what no file contains of it. */
export interface Built {
  review: Review;
  /** An update would write nothing. */
  isSettled: boolean;
  /** Redacts all known secrets in a text. */
  redact: Redact;
  /** The stack's key for hashes of secrets and signatures of reviews. */
  hasher: SecretHasher | undefined;
}

/** Builds the review. Writes nothing. */
export async function buildReview(material: Material): Promise<Review> {
  return (await build(material)).review;
}

/** Builds the review, and what an apply needs in addition. */
export async function build(material: Material): Promise<Built> {
  const { kind, events, plan, registrations = noRegistrations } = material;
  const deployment = parseState(material.state);
  const platforms = platformsOf(material, deployment);
  const secret = platforms.hashSecret;
  const hasher = hasherOf(plan, secret);
  const planned = plan === undefined ? {} : plannedHashes(plan, hasher, isOurs, registrations.options);
  const { steps, plain, drifted, isSettled, ...changes } = changesIn(material, deployment, planned);
  const draft: Omit<Draft, "verdict"> = {
    format: "cloudplatform-review",
    version: formatVersion,
    kind,
    ...{ project: material.project, stack: material.stack },
    platforms: platforms.urls,
    ...changes,
    policies: policiesOf(kind === "drift" ? noPolicies : material.policies),
    ...(await figuresOf(plain, drifted, platforms, material)),
    cdn: cdnOf(plain, [...new Set([...material.urls, ...sampleUrls(steps)])]),
    errors: events.errors,
    notes: notesOf(material),
    configuration: configurationOf(plan, events.configuration),
    state: stateIdentity(deployment, hasher, material.lastUpdate),
    ...(plan !== undefined && { plan: hashOf(planned) }),
    ...(hasher !== undefined && { secrets: hasher.keyId }),
    versions: versionsOf(material),
    ...(material.commit !== undefined && { commit: material.commit }),
    arguments: [...(material.arguments ?? ["--stack", material.stack])],
    createdAt: material.now.toISOString(),
    expiresAt: new Date(material.now.getTime() + material.lifetimeMs).toISOString(),
  };
  const texts = new SecretTexts();
  texts.add([plan, deployment]);
  const known = [...texts.all, ...registrations.secrets, secret ?? ""];
  const redact = redactorOf([...known, ...environmentSecrets(material.environment)]);
  const review = signed(withoutSecrets({ ...draft, verdict: verdictOf(draft) }, redact), hasher);
  return { review, isSettled: isSettled && isEmpty(review), redact, hasher };
}

/** A report of drift evaluates no policies, which is not worth a remark. */
const noPolicies: PolicyResult = { packs: {}, findings: [], waivers: [], relaxed: [], errors: [] };

function isOurs(type: string): boolean {
  return ownKind(type) !== undefined;
}

function platformsOf({ kind, plan, events, environment, signal }: Material, deployment: Deployment): Platforms {
  const providers =
    kind === "drift" ? deployedProviders(deployment) : changingProviders(plan, deployment, events.steps);
  return new Platforms({ providers, configuration: events.configuration, environment, signal });
}

/** The stack's key for hashes; undefined if there is none and no secret needs one. */
function hasherOf(plan: EnginePlan | undefined, secret: string | undefined): SecretHasher | undefined {
  if (secret !== undefined) return new SecretHasher(secret);
  if (plan === undefined || !hasSecrets(plan)) return undefined;
  throw new ReviewError(
    "The change has secrets, and no key to compare them with. Set CLOUDPLATFORM_REVIEW_KEY to a secret of your own, the same where changes are reviewed and where they are applied.",
    "CP4003",
  );
}

/** What the update changes, and what the refresh found; with the steps of both, and with the plaintext of secrets for figures. */
function changesIn(
  { kind, events, plan, registrations = noRegistrations }: Material,
  deployment: Deployment,
  planned: Readonly<Record<string, string>>,
) {
  const changing = kind === "drift" ? [] : withCompanions(withoutDeleted(events.steps, deployment), deployment);
  const steps = withParts(changing);
  const refreshed = withParts(events.refreshed);
  const sources = optionSources(deployment, plan, registrations);
  const { same, ...changes } = operationsOf(steps, planned, sources);
  const drift = driftOf(refreshed);
  const renamed = renamedOf(deployment, changing);
  const missing = missingOf(changes.operations, changes.outputs);
  return {
    ...{ steps, drifted: driftedSteps(refreshed, drift) },
    plain: withParts(changing.map((step) => withPlaintexts(step, sources))),
    counts: countsOf(changes.operations, kind === "drift" ? countedSteps(refreshed) - drift.length : same, drift),
    ...{ ...changes, drift },
    ...(renamed.length > 0 && { renamed }),
    ...(missing.length > 0 && { missing }),
  };
}

/** Steps of resources, without the stack and its providers. */
function countedSteps(steps: readonly EngineStep[]): number {
  return steps.filter(({ type }) => !isBookkeeping(type)).length;
}

/** What the change costs and uses. */
async function figuresOf(
  steps: readonly EngineStep[],
  drifted: readonly EngineStep[],
  platforms: Platforms,
  { usage, signal }: Material,
): Promise<Pick<Draft, "money" | "quotas" | "usage">> {
  const { priceOfCluster } = platforms;
  const [money, quotas, expected] = await Promise.all([
    moneyOf(steps, priceOfCluster, drifted),
    quotasOf(steps, platforms.clientFor(""), signal),
    usage && moneyOf(atUsage(steps, usage), priceOfCluster),
  ]);
  return { money, quotas, ...(expected !== undefined && { usage: expected.monthly }) };
}

/** The drift as steps of an update, for its cost. */
function driftedSteps(refreshed: readonly EngineStep[], drift: Review["drift"]): EngineStep[] {
  const kinds = new Map(drift.map(({ urn, kind }) => [urn, kind]));
  return refreshed
    .filter(({ urn }) => kinds.has(urn))
    .map((step) => ({ ...step, op: kinds.get(step.urn) === "missing" ? "delete" : "update" }));
}

function notesOf({ events, plan, kind }: Material): string[] {
  const notes = referenceNotes(events.steps);
  if (!events.complete) notes.push("The engine stopped early: there may be more changes than are listed.");
  if (kind === "change" && plan === undefined)
    notes.push("There is no plan to bind an update to: this review cannot be applied.");
  return notes;
}

/** The configuration. A secret is a hash of its ciphertext, so that nobody can test guesses against it. */
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

function versionsOf({ plan, policies, programCode }: Material): Record<string, string> {
  return {
    provider: manifest.version,
    ...(plan?.manifest.version !== undefined && { pulumi: plan.manifest.version }),
    ...(programCode !== undefined && { "code of hooks and transforms": programCode }),
    ...(policies?.code !== undefined && { "code and configuration of policies": policies.code }),
    ...Object.fromEntries(
      Object.entries(policies?.packs ?? {}).map(([name, version]) => [`policies ${name}`, version]),
    ),
  };
}

function isEmpty({ operations, outputs, drift }: Review): boolean {
  return operations.length + outputs.length + drift.length === 0;
}
