import type { Cases } from "../../helpers/declared.ts";
import { cdnCases } from "./cdn.ts";
import { kubernetesCases } from "./kubernetes.ts";
import { limitCases } from "./limits.ts";
import { stackCases } from "./stack.ts";

/** A passing and a failing case of every rule, by the rule's name. */
export const cases: Record<string, Cases> = { ...limitCases, ...kubernetesCases, ...cdnCases, ...stackCases };
