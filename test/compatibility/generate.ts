import { mkdirSync, writeFileSync } from "node:fs";
import { compatibilityPage } from "./page.ts";

const docs = new URL("../../docs/", import.meta.url);
mkdirSync(docs, { recursive: true });
writeFileSync(new URL("compatibility.md", docs), compatibilityPage());
