import { clock } from "../../values/index.ts";

/** Severities of the engine's log (proto `LogSeverity`). */
const severities = { info: 1, warning: 2 } as const;

/** Minimum time between two lines of one resource: more lines would only flicker. */
const quietMs = 400;

/** A line for the engine's log. */
export interface LogLine {
  severity: number;
  text: string;
  urn: string;
  /** Shown on the resource's own line until the next line. */
  ephemeral: boolean;
}

/** Sends a line to the engine. */
type LogSink = (line: LogLine) => void;

let sink: LogSink | undefined;
const lastLine = new Map<string, number>();

/** Sets where lines go. Until then they are dropped. */
export function setLogSink(next: LogSink | undefined): void {
  sink = next;
}

function send(severity: number, text: string, urn: string, ephemeral: boolean): void {
  sink?.({ severity, text, urn, ephemeral });
}

/** Shows a transient text on the resource's own line. */
export function showProgress(urn: string, text: string): void {
  const now = clock.monotonic();
  if (now - (lastLine.get(urn) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
  lastLine.set(urn, now);
  send(severities.info, text, urn, true);
}

/** Shows information about a resource that stays on the screen. */
export function showInfo(urn: string, text: string): void {
  send(severities.info, text, urn, false);
}

/** Shows a warning about a resource that stays on the screen. */
export function showWarning(urn: string, text: string): void {
  send(severities.warning, text, urn, false);
}
