import { z } from "zod";
import { fieldMetadata, type Verbatim } from "../../field-metadata.ts";
import { typeNames } from "../../type-names.ts";
import { access } from "./access.ts";
import { caching } from "./caching.ts";
import { content } from "./content.ts";
import { headers } from "./headers.ts";
import { origin } from "./origin.ts";
import { routing } from "./routing.ts";

/** Files of the generated interfaces, by group. */
const groups = { access, caching, content, headers, origin, routing };

/** The 44 CDN options of a rule template, each with its own fields and rules. platform-api §2.2. */
export const cdnOptions = { ...access, ...caching, ...content, ...headers, ...origin, ...routing };

for (const [group, schemas] of Object.entries(groups))
  for (const [name, schema] of Object.entries(schemas) as [string, z.ZodObject][])
    if (!typeNames.has(schema)) typeNames.add(schema, { token: `cdn/${group}:${pascal(name)}` });

/** `browser_cache_settings` → `BrowserCacheSettings`. */
function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

type Nullish<T extends z.ZodRawShape> = { [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K] & z.ZodType>> };

/** The options as fields of a rule template: a null option is not added, an omitted option is inherited. */
export const cdnOptionFields = Object.fromEntries(
  Object.entries(cdnOptions).map(([name, schema]) => {
    const field = (schema as z.ZodType).nullable().optional();
    return [name, field.register(fieldMetadata, { presenceMatters: true })];
  }),
) as Nullish<typeof cdnOptions>;

const schema = z
  .object(cdnOptionFields)
  .register(typeNames, {
    token: "cdn/options:RuleTemplateOptions",
    description:
      "Options of a CDN rule template. A null option is not added to the rule; an omitted option inherits the setting of the CDN resource.",
  })
  .register(fieldMetadata, { verbatimKeys: true });

/** Options of a rule template: a null option is not added, an omitted option is inherited. */
export const options = schema as unknown as z.ZodType<
  Verbatim<z.output<typeof schema>>,
  Verbatim<z.input<typeof schema>>
>;
