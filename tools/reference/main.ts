import { fileURLToPath } from "node:url";
import { writePages } from "./write.ts";

writePages(fileURLToPath(new URL("../../docs", import.meta.url)));
