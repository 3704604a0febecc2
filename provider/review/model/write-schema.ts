import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reviewSchemaText } from "./schema.ts";

// Part of `npm run generate`: the JSON Schema of review.json, published with the package.
writeFileSync(fileURLToPath(new URL("../../review.schema.json", import.meta.url)), reviewSchemaText());
