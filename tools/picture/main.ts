import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { quickstartLines } from "./quickstart-lines.ts";
import { terminalSvg } from "./terminal-svg.ts";

const file = new URL("../../docs/images/quickstart.svg", import.meta.url);
writeFileSync(file, terminalSvg("npm start", quickstartLines(await text(process.stdin))));
