/** One line of `cloudplatform doctor`. */
export interface Finding {
  /** What was checked: `Node.js`, `baseUrl`, `records`. */
  subject: string;
  /** `problem`: must be fixed before an update works. `note`: worth knowing. */
  status: "ok" | "note" | "problem";
  /** What was found. */
  seen: string;
  /** What to do, in one sentence. */
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
