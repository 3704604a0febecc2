/** One line of what `cloudplatform doctor` reports. */
export interface Finding {
  /** What was examined: `Node.js`, `baseUrl`, `records`. */
  subject: string;
  /** `problem`: something must be done before an update works; `note`: worth knowing. */
  status: "ok" | "note" | "problem";
  /** What was seen. */
  seen: string;
  /** What to do, one sentence. */
  advice?: string;
}

export const ok = (subject: string, seen: string): Finding => ({ subject, status: "ok", seen });
export const note = (subject: string, seen: string, advice?: string): Finding => ({
  ...{ subject, status: "note", seen },
  ...(advice !== undefined && { advice }),
});
export const problem = (subject: string, seen: string, advice: string): Finding => ({
  ...{ subject, status: "problem", seen, advice },
});
