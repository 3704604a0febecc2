import { type BehaviorFinding, type ConformanceReport, type Deviation, endpoints } from "../../../api/index.ts";
import { createClient, type Settings, scopeOf } from "../../../client/index.ts";
import { pathTemplate } from "../../../client/request.ts";
import { OperationError } from "../../../engine/handler/errors.ts";
import { writeUserFile } from "../../../review/model/user-file.ts";
import { counted } from "../../../values/counted.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { StackFlags } from "../../stack-flags.ts";
import { commandSettings } from "../../stack-settings.ts";
import type { Terminal } from "../../terminal.ts";
import type { Answer } from "./answer.ts";
import { collect } from "./collect.ts";
import { readingIds } from "./readings.ts";
import { type RetryAfter, reportOf } from "./report.ts";
import { sender } from "./send.ts";

interface ConformanceOptions extends StackFlags {
  output: string;
  yes?: boolean;
  json?: boolean;
}

/** `doctor --conformance`: checks whether a platform conforms to the contract. */
export async function conformance(
  { output, yes, json, ...flags }: ConformanceOptions,
  terminal: Terminal,
): Promise<number> {
  const { settings } = await commandSettings(terminal, flags);
  if (yes !== true) {
    terminal.out(planText(settings, output));
    return exitCodes.done;
  }
  let retryAfter: RetryAfter = "no 429 or 503";
  const client = createClient({ ...settings, readOnly: true });
  const send = sender(
    client,
    scopeOf("cloudplatform doctor --conformance", terminal.signal),
    (line) => terminal.err(`${line}\n`),
    (value) => {
      retryAfter = value === undefined ? "absent" : Number.isNaN(Number(value)) ? "date" : "seconds";
    },
  );
  const collected = await collect(client.settings, send);
  refuseUnread(collected.answers);
  const report = reportOf(collected, settings, retryAfter);
  const text = `${JSON.stringify(report, null, 2)}\n`;
  await writeUserFile("The report", output, text);
  terminal.out(json === true ? text : summaryText(report, output));
  return report.deviations.length === 0 ? exitCodes.done : exitCodes.checked;
}

/** If every request was refused, the responses say nothing about the platform. */
function refuseUnread(answers: readonly Answer[]): void {
  const [first] = answers;
  if (first === undefined)
    throw new OperationError("The platform did not respond to any request. Check cloudplatform:baseUrl.", "CP3005");
  if (answers.every(({ status }) => status === 401 || status === 403))
    throw new OperationError(
      `The platform refused every request (${first.status}), so no report was written. Check cloudplatform:apiKey.`,
      "CP3005",
    );
}

function planText({ baseUrl, edgeWord }: Pick<Settings, "baseUrl" | "edgeWord">, output: string): string {
  const lines = readingIds.map((id) => `  GET ${pathTemplate(endpoints[id], edgeWord)}`);
  return `These requests would be sent to ${baseUrl}, lists before the objects that they name, up to five pages of a list and four
objects of a kind. Each is printed before it is sent. Nothing is changed, and credentials of clusters are not read.

${lines.join("\n")}
  GET of four objects and a path that do not exist

Nothing was sent. Add --yes to send them, and to write ${output}.
`;
}

function summaryText({ behaviors, deviations }: ConformanceReport, output: string): string {
  const found =
    deviations.length === 0 ? "No response deviates from the contract." : `${counted(deviations.length, "deviation")}:`;
  const inState = (state: BehaviorFinding["state"]) => behaviors.filter((one) => one.state === state);
  const seen = inState("seen").map(({ name, value }) => `${name}=${value}`);
  return `${[found, ...deviations.map((one) => `  ${deviationText(one)}`)].join("\n")}

Behaviors seen: ${seen.join(", ") || "none"}; not seen: ${inState("not seen").length}; cannot be determined by reading: ${inState("cannot be determined").length}.
${output} has types and names of fields, and no value of the account. Read it before you publish it.
The emulator behaves like this platform with: cloudplatform-emulator --from ${output}
`;
}

function deviationText({ endpoint, expected, kind, path, types }: Deviation): string {
  const where = path === "" ? endpoint : `${endpoint} ${path}`;
  const seen = types === undefined ? "" : ` (${types.join(", ")})`;
  return `${where}: ${kind}${seen}${expected === undefined ? "" : `, expected ${expected}`}`;
}
