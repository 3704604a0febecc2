import { z } from "zod";
import { fieldMetadata } from "../../field-metadata.ts";
import { access } from "./access.ts";
import { caching } from "./caching.ts";
import { content } from "./content.ts";
import { headers } from "./headers.ts";
import { origin } from "./origin.ts";
import { routing } from "./routing.ts";

/** The 44 CDN options of a rule template, each with its own fields and rules. platform-api §2.2. */
export const cdnOptions = { ...access, ...caching, ...content, ...headers, ...origin, ...routing };

export type CdnOptionName = keyof typeof cdnOptions;

type Nullish<T extends z.ZodRawShape> = { [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K] & z.ZodType>> };

const nullish = Object.fromEntries(
  Object.entries(cdnOptions).map(([name, schema]) => {
    const field = (schema as z.ZodType).nullable().optional();
    return [name, field.register(fieldMetadata, { presenceMatters: true })];
  }),
) as Nullish<typeof cdnOptions>;

/** Options of a rule template: null adds nothing, absent inherits the CDN resource's setting. */
export const options = z.object(nullish).register(fieldMetadata, { verbatimKeys: true });
