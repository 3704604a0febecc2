import type { appTemplateBody } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import type { Platform } from "../platform.ts";
import { forbidden, notFound, PlatformError } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import type { StoredAppTemplate } from "./records.ts";

/** Templates of edge apps. platform-api §2.8, §4 #9, companion §5. */
export const appTemplates: HandlersOf<"appTemplates"> = {
  "appTemplates.create": ({ body }, platform) => {
    const { store, visibility } = platform;
    const template = { ...definition(body), id: store.appTemplates.nextId(), mine: true, shared: false };
    store.appTemplates.put(template.id, template);
    visibility.created("appTemplates", template.id);
    return toListItem(platform, template);
  },

  "appTemplates.list": ({ query }, platform) => {
    const found = platform.store.appTemplates
      .all()
      .filter(
        (template) =>
          platform.visibility.sees("appTemplates", template.id) &&
          (query.api_type === undefined || template.api_type === query.api_type) &&
          (!query.only_mine || template.mine),
      );
    const start = query.offset ?? 0;
    const page = found.slice(start, query.limit === undefined ? undefined : start + query.limit);
    return { templates: page.map((template) => toListItem(platform, template)), count: found.length };
  },

  // An empty list of parameters is returned as null (companion §5.3).
  "appTemplates.get": ({ params }, platform) => {
    const { mine: _mine, shared: _shared, ...template } = visible(platform, params.id);
    return {
      ...template,
      owned: ownedOf(platform, template),
      params: template.params?.length ? template.params : null,
    };
  },

  "appTemplates.replace": ({ params, body }, platform) => {
    const current = assertOwn(find(platform, params.id));
    const { id, mine, shared } = current;
    const template = { ...definition(body), id, mine, shared };
    platform.store.appTemplates.put(current.id, template);
    return toListItem(platform, template);
  },

  "appTemplates.delete": ({ params, query }, platform) => {
    const { id, shared } = assertOwn(find(platform, params.id));
    if (shared && !query.force)
      throw new PlatformError(400, `Template ${id} is shared with groups and can only be deleted with force=true.`);
    platform.store.appTemplates.delete(id);
  },
};

/** The fields that a body sets. PUT replaces all of them; omitted optional texts are returned empty (companion §5.3). */
function definition(body: z.output<typeof appTemplateBody>) {
  return {
    ...body,
    api_type: "wasi-http" as const,
    params: body.params.map((param) => ({ ...param, descr: param.descr ?? "" })),
    short_descr: body.short_descr ?? "",
    long_descr: body.long_descr ?? "",
  };
}

function toListItem(platform: Platform, template: StoredAppTemplate) {
  const { id, name, api_type, short_descr, long_descr } = template;
  return { id, name, api_type, owned: ownedOf(platform, template), short_descr, long_descr };
}

/** `owned` is always false, or echoes the request (companion §5.3, open points). */
function ownedOf({ behaviors }: Platform, { owned }: { owned?: boolean | null }): boolean {
  return behaviors.values.owned === "echoed" && owned === true;
}

function visible(platform: Platform, id: number): StoredAppTemplate {
  const template = find(platform, id);
  if (!platform.visibility.sees("appTemplates", id)) throw notFound(`Template ${id}`);
  return template;
}

function find({ store }: Platform, id: number): StoredAppTemplate {
  const template = store.appTemplates.get(id);
  if (template === undefined) throw notFound(`Template ${id}`);
  return template;
}

function assertOwn(template: StoredAppTemplate): StoredAppTemplate {
  if (!template.mine) throw forbidden(`Template ${template.id} belongs to the platform and cannot be changed.`);
  return template;
}
