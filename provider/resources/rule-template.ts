import { isDeepStrictEqual } from "node:util";
import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { endpoints, limits, type RuleTemplateRecord, ruleTemplateBody, timeOfDayText } from "../api/index.ts";
import { type Client, isNotFound } from "../client/index.ts";
import {
  type Args,
  BatchedReader,
  CloudResource,
  createOnce,
  type Found,
  type Handler,
  isUnknown,
  liveInputs,
  operation,
  RefusedError,
  type ResourceKind,
  typeToken,
  wireOf,
} from "../engine/index.ts";
import type { RuleTemplateInputs } from "../types/cdn.ts";

const noun = "CDN rule template";

export type { RuleTemplateInputs };

/** Arguments of {@link RuleTemplate}. */
export type RuleTemplateArgs = Args<RuleTemplateInputs>;

/** Outputs of a rule template. */
export interface RuleTemplateState extends RuleTemplateInputs {
  templateId: number;
  client?: number;
  deleted: boolean;
  template?: boolean;
  default: boolean;
}

const kind: ResourceKind = {
  type: typeToken("cdn", "RuleTemplate"),
  handler: "RuleTemplate",
  schema: ruleTemplateBody,
  outputs: ["templateId", "client", "deleted", "template", "default"],
};

/**
 * A CDN rule template: options for the paths that a rule matches.
 *
 * Everything changes in place; nothing replaces. An option that is null is not added; one that is left out inherits
 * the setting of the CDN resource.
 *
 * *Errors:* check failures at preview for each bound; a system template (`default: true`) is refused.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 *
 * export const images = new cdn.RuleTemplate("images", {
 *   rule: "/images/.*\\.(png|jpe?g)$",
 *   ruleType: 0,
 *   options: { browser_cache_settings: { enabled: true, value: "3600s" } },
 * });
 * ```
 */
export class RuleTemplate extends CloudResource {
  /** @internal */
  static readonly __pulumiType = kind.type;

  /** Name of the template; the platform's own when none was given. */
  declare readonly name: pulumi.Output<string>;
  /** Pattern with its leading slash. */
  declare readonly rule: pulumi.Output<string>;
  /** 0: regular expression. 1: legacy regular expression. */
  declare readonly ruleType: pulumi.Output<number>;
  /** Place in the order of execution; the platform's own when none was given. */
  declare readonly weight: pulumi.Output<number>;
  /** Protocol towards the origin. */
  declare readonly overrideOriginProtocol: pulumi.Output<RuleTemplateInputs["overrideOriginProtocol"]>;
  /** CDN options. */
  declare readonly options: pulumi.Output<RuleTemplateInputs["options"]>;
  /** Id of the template as a number. Read-only. */
  declare readonly templateId: pulumi.Output<number>;
  /** Client that owns the template. Read-only. */
  declare readonly client: pulumi.Output<number | undefined>;
  /** Whether the template has been deleted. Read-only. */
  declare readonly deleted: pulumi.Output<boolean>;
  /** Whether the rule is a template. Read-only. */
  declare readonly template: pulumi.Output<boolean | undefined>;
  /** Whether it is a system template. Read-only. */
  declare readonly default: pulumi.Output<boolean>;

  constructor(name: string, args: RuleTemplateArgs, options?: pulumi.CustomResourceOptions) {
    super(kind, name, args, options);
    // The engine forgets outputs while it previews an update; an id never changes, so what derives from it is known.
    this.templateId = this.id.apply(Number);
  }

  /** Reads a rule template that exists, by its id; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RuleTemplate {
    return new RuleTemplate(name, {} as RuleTemplateArgs, { ...options, id });
  }

  /** Whether a value is a rule template. */
  static override isInstance(value: unknown): value is RuleTemplate {
    return value instanceof CloudResource && "__pulumiType" in value && value.__pulumiType === kind.type;
  }
}

/** Lifecycle of a rule template. */
export const ruleTemplateHandler: Handler<RuleTemplateInputs, RuleTemplateState> = {
  noun,
  schema: ruleTemplateBody,
  normalise,

  importId(text) {
    if (/^[1-9]\d*$/.test(text)) return text;
    throw new RefusedError(`"${text}" is no id of a ${noun}; it is a number such as "123".`);
  },

  async create(inputs, context) {
    const made = await createOnce<RuleTemplateRecord>({
      context,
      what: operation("Creating", noun, context.name),
      key: JSON.stringify(inputs),
      // Ids grow: what was there before the request cannot be what it has made.
      mark: async () => ({ after: Math.max(0, ...(await readerOf(context.client).list()).map((one) => one.id)) }),
      post: () => context.client.call(endpoints["ruleTemplates.create"], { body: toWire(context.client, inputs) }),
      find: async ({ after }) => {
        const all = await readerOf(context.client).list();
        return all.filter((one) => one.id > Number(after) && isAlike(context.client, inputs, one));
      },
      idOf: (one) => String(one.id),
    });
    readerOf(context.client).changed();
    return { id: String(made.id), state: stateOf(context.client, made, inputs) };
  },

  async read(id, declared, context) {
    const live = await readerOf(context.client).get(Number(id));
    if (live === undefined || live.deleted === true) return undefined;
    if (live.default === true)
      throw new RefusedError(
        `${operation("Reading", noun, context.name)} stopped: rule template ${id} is a system template of the platform, which nobody can change. Declare one of your own with the same rule instead.`,
      );
    return found(context.client, live, declared);
  },

  async update(id, { inputs }, context) {
    const params = { rule_template_id: Number(id) };
    try {
      const live = await context.client.call(endpoints["ruleTemplates.replace"], {
        params,
        body: toWire(context.client, inputs),
      });
      return stateOf(context.client, live, inputs);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      throw new RefusedError(
        `${operation("Updating", noun, context.name)} stopped: rule template ${id} is gone from the platform. Run pulumi refresh (or pulumi up --refresh), then the next up creates it again.`,
      );
    } finally {
      readerOf(context.client).changed();
    }
  },

  async delete(id, _state, context) {
    try {
      await context.client.call(endpoints["ruleTemplates.delete"], { params: { rule_template_id: Number(id) } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    } finally {
      readerOf(context.client).changed();
    }
  },
};

/** One leading slash, unless the pattern says where it begins by itself; times of day as text. */
function normalise(inputs: RuleTemplateInputs): RuleTemplateInputs {
  const rule = typeof inputs.rule === "string" ? withSlash(inputs.rule) : inputs.rule;
  const interval = inputs.options?.force_return?.time_interval;
  if (interval === undefined || interval === null || typeof interval !== "object") return { ...inputs, rule };
  const times = {
    ...interval,
    start_time: timeOfDayText(interval.start_time),
    end_time: timeOfDayText(interval.end_time),
  };
  const force_return = { ...inputs.options?.force_return, time_interval: times };
  return { ...inputs, rule, options: { ...inputs.options, force_return } } as RuleTemplateInputs;
}

function withSlash(rule: string): string {
  return rule.startsWith("/") || rule.startsWith("^/") || isUnknown(rule) ? rule : `/${rule}`;
}

/** Whether a live template is what a creation with these inputs would have made. */
function isAlike(client: Client, inputs: RuleTemplateInputs, live: RuleTemplateRecord): boolean {
  return isDeepStrictEqual(found(client, live, inputs).inputs, inputs);
}

function found(
  client: Client,
  live: RuleTemplateRecord,
  declared: RuleTemplateInputs,
): Found<RuleTemplateInputs, RuleTemplateState> {
  const inputs = liveInputs(ruleTemplateHandler, fromPlatform(client, live), declared);
  return { id: String(live.id), inputs, state: stateOf(client, live, inputs) };
}

/** Outputs: inputs as they are there, and what the platform adds. */
function stateOf(client: Client, live: RuleTemplateRecord, inputs: RuleTemplateInputs): RuleTemplateState {
  const { id, client: owner, deleted, template, default: system, name, weight } = live;
  const shown = liveInputs(ruleTemplateHandler, fromPlatform(client, live), inputs);
  return {
    ...shown,
    name: name ?? shown.name,
    weight: weight ?? shown.weight,
    templateId: id,
    client: owner ?? undefined,
    deleted: deleted === true,
    template: template ?? undefined,
    default: system === true,
  };
}

const readers = new WeakMap<Client, BatchedReader<number, RuleTemplateRecord>>();

function readerOf(client: Client): BatchedReader<number, RuleTemplateRecord> {
  const known = readers.get(client);
  if (known !== undefined) return known;
  const made = new BatchedReader<number, RuleTemplateRecord>({
    async get(id) {
      try {
        return await client.call(endpoints["ruleTemplates.get"], { params: { rule_template_id: id } });
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    async list() {
      const answer = await client.call(endpoints["ruleTemplates.list"], {});
      return Array.isArray(answer) ? answer : answer.results;
    },
    idOf: (one) => one.id,
  });
  readers.set(client, made);
  return made;
}

/** Body of POST and PUT. The platform counts the text with its slash, we count it as given: see limits. */
function toWire(client: Client, inputs: RuleTemplateInputs): z.input<typeof ruleTemplateBody> {
  const body = wireOf(ruleTemplateBody, inputs);
  const rule = body.rule.length > limits.cdn.ruleLength.max ? body.rule.slice(1) : body.rule;
  const { edgeapp, ...others } = body.options ?? {};
  const sent = edgeapp === undefined ? others : { ...others, [client.settings.edgeWord]: edgeapp };
  return { ...body, rule, options: sent };
}

/** A live template with the edge-app option under the contract's name. */
function fromPlatform(client: Client, live: RuleTemplateRecord): RuleTemplateRecord {
  const { [client.settings.edgeWord]: edgeapp, ...others } = live.options ?? {};
  return { ...live, options: edgeapp === undefined ? others : { ...others, edgeapp } };
}
