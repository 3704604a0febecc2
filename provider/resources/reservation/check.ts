import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { valueText } from "../../engine/secrets/operation-secrets.ts";
import { isUnknown } from "../../values/unknown.ts";
import { commitmentText, isSameAmount, parseCommitment } from "./commitment.ts";
import { unknownPrice } from "./definition.ts";
import { duplicateFailures } from "./duplicate.ts";
import { type BoughtField, changesOf, holdsUnknown, type QuotedInputs, type ReservationInputs } from "./inputs.ts";
import { openReason, type Quote, quoteOf } from "./quote.ts";
import { isReplacement, mayReplace, replacementFailure, waysOut } from "./replacement.ts";

type Checked = Promise<{ inputs?: QuotedInputs; failures: CheckFailure[] }>;

/**
 * The commitment guard. Gets the quote of a purchase and compares it with what was confirmed. Refuses a change of an existing
 * reservation, because it would be a second purchase.
 */
export async function checkReservation(inputs: QuotedInputs, context: CheckContext<QuotedInputs>): Checked {
  const { declared, adopting, client, resuming } = context;
  const changes = declared === undefined ? [] : changesOf(declared, inputs);
  // An existing reservation keeps the quote of its purchase, so that a new price is not a change.
  if (declared !== undefined && changes.length === 0)
    return { inputs: declared.quote === undefined ? inputs : { ...inputs, quote: declared.quote }, failures: [] };
  if (declared !== undefined && !mayReplace(inputs)) return { failures: changeFailures(declared, inputs, changes) };
  const replacing = await isReplacement(context);
  if (replacing && !mayReplace(inputs)) return { failures: [replacementFailure] };
  if (adopting) return { failures: [] };
  const quote = await quoteOf(client, inputs);
  return {
    inputs: { ...inputs, quote },
    failures: [
      ...confirmationFailures(inputs, quote, client.settings.requireConfirmation),
      // The purchase itself checks a replacement, after the old reservation is gone, and the result of an interrupted run.
      ...(declared !== undefined || replacing || resuming ? [] : await duplicateFailures(inputs, context)),
    ],
  };
}

function changeFailures(
  declared: ReservationInputs,
  inputs: ReservationInputs,
  changes: readonly BoughtField[],
): CheckFailure[] {
  const each = changes.map((name) => ({
    property: name,
    reason: holdsUnknown(inputs[name])
      ? `is ${shown(name, declared[name])} and not known before the update, and a reservation that exists cannot be changed`
      : `changes from ${shown(name, declared[name])} to ${shown(name, inputs[name])}, and a reservation that exists cannot be changed`,
    code: "CP2401" as const,
  }));
  const isOpen = changes.every((name) => holdsUnknown(inputs[name]));
  const what = isOpen
    ? `another ${changes.join(" or ")} would buy it again. ${wayToKnow}`
    : `a change of ${changes.join(", ")} would buy it again.`;
  return [...each, { property: "", reason: `${what} ${waysOut}`, code: "CP2401" }];
}

const wayToKnow =
  "If it stays as it is, let the program name the value itself, or deploy what the value comes from first (pulumi up --target), so that the preview knows it.";

function confirmationFailures(inputs: ReservationInputs, quote: Quote, required: boolean): CheckFailure[] {
  const reason = confirmationProblem(inputs.confirmCommitment, inputs.period, quote, required);
  return reason === undefined ? [] : [{ property: "confirmCommitment", reason, code: "CP2402" }];
}

function confirmationProblem(
  confirmed: string | undefined,
  period: string,
  quote: Quote,
  required: boolean,
): string | undefined {
  if (isUnknown(confirmed)) return undefined;
  // The update checks again, with a price.
  const isOpen = !quote.known && quote.reason.startsWith(openReason);
  if (isOpen && (confirmed !== undefined || !required)) return undefined;
  if (confirmed === unknownPrice && !(quote.known && required)) return undefined;
  if (!quote.known && !isOpen && confirmed === undefined)
    return `is required: the platform does not say what this reservation costs (${quote.reason}). Run again when it does; or, to buy it at a price that is not known, write confirmCommitment: "${unknownPrice}"`;
  if (confirmed === undefined && !required) return undefined;
  if (confirmed === undefined) {
    const why = "is required here (setting cloudplatform:requireConfirmation)";
    if (!quote.known) return `${why}, and the price that it must confirm is not known: ${quote.reason}`;
    return `${why}. The platform asks ${priceText(quote, period)}. To agree, write confirmCommitment: "${commitmentText(quote)}"`;
  }
  if (!quote.known)
    return `says "${confirmed}", which cannot be compared with the price, because the price is not known: ${quote.reason}. Run again when it is; or, to buy it at a price that is not known, write "${unknownPrice}"`;
  const agreed = parseCommitment(confirmed);
  if (agreed !== undefined && isSameAmount(agreed, quote)) return undefined;
  return `says "${confirmed}", but the platform asks ${priceText(quote, period)}. To agree, write confirmCommitment: "${commitmentText(quote)}"`;
}

function priceText(quote: Extract<Quote, { known: true }>, period: string): string {
  const months = period.replace("MONTHS", "");
  const monthly = quote.perMonth === undefined ? "" : ` (${quote.perMonth} ${quote.currency} a month)`;
  return `${commitmentText(quote)} for ${months} months${monthly}`;
}

function shown(name: string, value: unknown): string {
  if (name !== "resources" || !Array.isArray(value)) return valueText([name], value);
  return value.map(({ resourceName, resourceValue }) => `${resourceValue} × ${resourceName}`).join(" + ");
}
