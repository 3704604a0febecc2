import { writeFileSync } from "node:fs";
import { packageSchema } from "./package-schema.ts";

/** Writes the schema that the plugin serves. Part of `npm run generate`. */
writeFileSync(new URL("../schema.json", import.meta.url), `${JSON.stringify(packageSchema(), null, 2)}\n`);
