/** CDN rule templates. */
import { cdnOptions, type EndpointOf, type RuleTemplateRecord } from "@cloudplatform/pulumi/api";
import { isOptional } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";
import type { Platform } from "../platform.ts";
import { forbidden, notFound } from "../server/errors.ts";
import type { Handler, HandlersOf } from "../server/handler.ts";
import { isEmpty } from "../server/not-set.ts";

type Options = NonNullable<RuleTemplateRecord["options"]>;
const optionSchemas: Readonly<Record<string, z.ZodObject>> = cdnOptions;
type Body = Parameters<Handler<EndpointOf<"ruleTemplates.create">>>[0]["body"];

/** CDN rule templates. platform-api §2.2, §4 #2, companion §3. */
export const ruleTemplates: HandlersOf<"ruleTemplates"> = {
  "ruleTemplates.create": ({ body }, { store, clientId, visibility }) => {
    const id = store.ruleTemplates.nextId();
    const template: RuleTemplateRecord = {
      id,
      client: clientId,
      deleted: false,
      template: true,
      default: false,
      ...settings(id, body),
    };
    store.ruleTemplates.put(id, template);
    visibility.created("ruleTemplates", id);
    return template;
  },

  // The list is a bare array, or wrapped when the request paginates (companion §3.1).
  "ruleTemplates.list": ({ query, url }, platform) => {
    const { limit, offset = 0 } = query;
    const { page, count } = listed(platform, limit, offset);
    const { ruleTemplateList: shape } = platform.behaviors.values;
    if (shape === "bare" || (shape === "as-asked" && limit === undefined)) return page;
    const link = (start: number) => `${url}?limit=${limit}&offset=${start}`;
    return {
      count,
      next: limit !== undefined && offset + limit < count ? link(offset + limit) : null,
      previous: limit !== undefined && offset > 0 ? link(Math.max(0, offset - limit)) : null,
      results: page,
    };
  },

  "ruleTemplates.get": ({ params }, platform) => {
    const template = find(platform, params.rule_template_id);
    if (!platform.visibility.sees("ruleTemplates", template.id)) throw notFound(`Rule template ${template.id}`);
    return template;
  },

  "ruleTemplates.replace": ({ params, body }, platform) => {
    const current = changeable(platform, params.rule_template_id);
    const template = { ...setByPlatform(current), ...settings(current.id, body) };
    platform.store.ruleTemplates.put(current.id, template);
    return template;
  },

  "ruleTemplates.patch": ({ params, body }, platform) => {
    const current = changeable(platform, params.rule_template_id);
    const template: RuleTemplateRecord = {
      ...current,
      ...body,
      rule: body.rule === undefined ? current.rule : withSlash(body.rule),
      options: patchedOptions(platform, current.options ?? {}, body.options),
    };
    platform.store.ruleTemplates.put(current.id, template);
    return template;
  },

  "ruleTemplates.delete": ({ params }, platform) => {
    platform.store.ruleTemplates.delete(changeable(platform, params.rule_template_id).id);
  },
};

/** A page of the visible templates, and their total number. */
function listed({ store, visibility }: Platform, limit: number | undefined, offset: number) {
  if (visibility.seesAll)
    return { page: store.ruleTemplates.page(limit ?? -1, offset), count: store.ruleTemplates.count() };
  const visible = store.ruleTemplates.all().filter(({ id }) => visibility.sees("ruleTemplates", id));
  return { page: visible.slice(offset, limit && offset + limit), count: visible.length };
}

function setByPlatform({ id, client, deleted, template, default: isSystem }: RuleTemplateRecord) {
  return { id, client, deleted, template, default: isSystem };
}

/** The fields that a body sets, with server defaults for omitted ones. PUT replaces all of them. */
function settings(id: number, body: Body) {
  return {
    ...body,
    name: body.name ?? `Rule template ${id}`,
    rule: withSlash(body.rule),
    weight: body.weight ?? id,
    overrideOriginProtocol: body.overrideOriginProtocol ?? null,
    options: mergedOptions({}, body.options ?? {}),
  };
}

/** The platform adds a leading slash, except to an anchored pattern (platform-api §2.2). */
function withSlash(rule: string): string {
  return rule.startsWith("/") || rule.startsWith("^/") ? rule : `/${rule}`;
}

/** Each option in the request replaces the stored one; null removes it (open points). */
function mergedOptions(current: Options, sent: Options): Options {
  const set = Object.entries(sent).map(([name, option]) => [name, withoutEmptyFields(name, option)] as const);
  const merged = { ...current, ...Object.fromEntries(set) };
  return Object.fromEntries(Object.entries(merged).filter(([, option]) => option !== null));
}

/** PATCH merges options by name, or replaces all of them when the request has any (open points). */
function patchedOptions({ behaviors }: Platform, current: Options, sent: Options | undefined): Options {
  const replaces = behaviors.values.cdnPatch === "replace" && sent !== undefined;
  return mergedOptions(replaces ? {} : current, sent ?? {});
}

/** Removes the empty optional fields of an option, because official clients send every field. */
function withoutEmptyFields(name: string, option: Options[string]): Options[string] {
  const schema: z.ZodObject | undefined = Object.hasOwn(cdnOptions, name) ? optionSchemas[name] : undefined;
  if (schema === undefined || option === null) return option;
  const isSet = ([field, value]: [string, unknown]) => {
    const own = schema.shape[field];
    return own === undefined || !isOptional(own) || value === 0 || !isEmpty(value);
  };
  return Object.fromEntries(Object.entries(option).filter(isSet));
}

/** A template with `deleted: true` can still be read, as on the platform. */
function find({ store }: Platform, id: number): RuleTemplateRecord {
  const template = store.ruleTemplates.get(id);
  if (template === undefined) throw notFound(`Rule template ${id}`);
  return template;
}

function changeable(platform: Platform, id: number): RuleTemplateRecord {
  const template = find(platform, id);
  if (template.deleted === true) throw notFound(`Rule template ${id}`);
  if (template.default === true) throw forbidden(`Rule template ${id} is a system template and cannot be changed.`);
  return template;
}
