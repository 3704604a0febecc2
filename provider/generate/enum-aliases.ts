import { caching } from "../api/cdn/options/caching.ts";
import { content } from "../api/cdn/options/content.ts";
import { appOrderings, currencyCodes, gpuServerStatuses, paramTypes, signingAlgorithms } from "../api/index.ts";
import type { EnumAlias } from "./shape.ts";
import { definitionOf, type Schema } from "./zod-def.ts";

/** Values of the first enum at or below a schema. */
function valuesIn(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const { type, entries, element, options, innerType } = definitionOf(schema);
  if (type === "enum") return Object.values(entries ?? {});
  return [element, innerType, ...(options ?? [])].map(valuesIn).find((values) => values.length > 0) ?? [];
}

/** Enums that are too long to be written into the type of a field. */
export const aliases: EnumAlias[] = [
  {
    name: "StaleCondition",
    file: "cdn/caching",
    description: "A condition under which an expired copy is served.",
    values: valuesIn(caching.stale.shape.value),
  },
  {
    name: "CompressibleType",
    file: "cdn/content",
    description: "A content type that Brotli compresses.",
    values: valuesIn(content.brotli_compression.shape.value),
  },
  {
    name: "SigningAlgorithm",
    file: "kubernetes/authentication",
    description: "A signing algorithm of OpenID Connect.",
    values: signingAlgorithms,
  },
  {
    name: "TemplateParamType",
    file: "edge/app-template",
    description: "Value type of a template parameter.",
    values: paramTypes,
  },
  {
    name: "AppOrdering",
    file: "edge/app",
    description: "Order of a list of apps; a leading minus means descending.",
    values: appOrderings,
  },
  {
    name: "GpuServerStatus",
    file: "gpu/server",
    description: "A known state of a server.",
    values: gpuServerStatuses,
  },
  {
    name: "CurrencyCode",
    file: "pricing/currency",
    description: "Code of a currency, ISO 4217.",
    values: currencyCodes,
  },
];
