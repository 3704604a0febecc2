import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { EngineHarness } from "../../test/helpers/engine-harness.ts";

/**
 * One `up` in a separate process, which can be killed. It does what the engine and the provider do for one resource, and writes
 * the state to a file when the operation has ended. It writes "begin" to stdout when it starts.
 */
const order = z.object({
  url: z.string(),
  subject: z.enum(["reservation", "app-template"]),
  state: z.string(),
  resource: z.string(),
  inputs: z.looseObject({}),
});
const kept = z.object({
  id: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
});

const { url, subject, state: file, resource, inputs } = order.parse(JSON.parse(process.argv[2] ?? ""));
const harness = new EngineHarness(
  subject === "reservation" ? reservationHandler : appTemplateHandler,
  { url },
  resource,
);
if (existsSync(file)) harness.state = kept.parse(JSON.parse(readFileSync(file, "utf8")));
process.stdout.write("begin\n");
let failure: string | undefined;
try {
  await harness.up(inputs);
} catch (error) {
  failure = error instanceof Error ? error.message : String(error);
}
if (harness.state !== undefined) {
  writeFileSync(`${file}.new`, JSON.stringify(harness.state));
  renameSync(`${file}.new`, file);
}
const preview = failure === undefined ? await harness.preview(inputs) : undefined;
process.stdout.write(`${JSON.stringify({ failure, preview, id: harness.state?.id })}\n`);
process.exit(0);
