import { fileURLToPath } from "node:url";
import { generate } from "./generate.ts";

const provider = fileURLToPath(new URL("../", import.meta.url));
generate(provider);
