import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { endpoints, withZone } from "../../api/index.ts";
import type { OperationClient } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CreateContext } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { createOnce } from "../../engine/ownership/create-once.ts";
import { refuseUnread, unreadIds } from "../../engine/ownership/unreadable-objects.ts";
import { valueText } from "../../engine/secrets/operation-secrets.ts";
import type { ReservationResult } from "../../types/reservations.ts";
import { clock } from "../../values/index.ts";
import { looseText } from "../../values/loose-text.ts";
import { commitmentText, isSameAmount } from "./commitment.ts";
import { reservationDefinition } from "./definition.ts";
import { boughtOf, changesOf, type QuotedInputs, type ReservationInputs } from "./inputs.ts";
import { listReservations } from "./remote.ts";
import { sameReservations } from "./same.ts";
import { inputsOf } from "./state.ts";

/** The record of a request, written before it is sent. */
export const markSchema = z.object({
  /** The requested inputs. */
  request: z.custom<ReservationInputs>((value) => typeof value === "object" && value !== null),
  /** Reservations of the region that existed before; in records of earlier releases, those of the name. */
  known: z.array(z.int()),
  /** Time of the request on our clock. */
  at: z.iso.datetime(),
});

export type Mark = z.output<typeof markSchema>;

/** How far the clocks of both sides, and times without a zone, may differ. */
const clockSlackMs = 24 * 3600 * 1000;

/** Buys a reservation. The request is sent once, ever. Approval is not waited for: people give it, within days. */
export async function purchase(inputs: QuotedInputs, context: CreateContext): Promise<ReservationResult> {
  const { client, record } = context;
  const what = operationText("Creating", reservationDefinition.noun, context.name);
  const request = boughtOf(inputs);
  let answered: ReservationResult | undefined;
  const made = await createOnce<ReservationResult>({
    context,
    what,
    noun: reservationDefinition.noun,
    key: `${reservationDefinition.noun} ${request.regionId} ${request.name}`,
    sameText: "the same name, region, period and resources and has not ended,",
    allowDuplicate: inputs.allowDuplicate === true,
    same: (asked) => sameReservations(what, client, (asked as ReservationInputs | undefined) ?? request),
    costly: { lookFor: `reservation named "${request.name}" in region ${request.regionId}` },
    checkpoint: async () => {
      const { items, unread } = await listReservations(client, request.regionId);
      const known = [...unreadIds(unread), ...items.map((one) => one.id)];
      return { request, known, at: new Date(clock.now()).toISOString() } satisfies Mark;
    },
    post: async () => {
      answered = await client.call(endpoints["reservations.create"], { body: request }, { sendOnce: true });
      return answered;
    },
    find: (mark) => madeSince(what, client, readMark(what, mark, record.place)),
    since: async (mark) => {
      const { request: asked, ...before } = readMark(what, mark, record.place);
      return youngerThan((await listReservations(client, asked.regionId)).items, before);
    },
    idOf: (one) => String(one.id),
  });
  if (made !== answered) refuseOther(what, made, inputs, record.place);
  warnOfPrice(made, inputs, context);
  return made;
}

/** Returns the reservations that a request may have created: with its name and region, not known before, and not older. */
async function madeSince(
  what: string,
  client: OperationClient,
  { request, known, at }: Mark,
): Promise<ReservationResult[]> {
  const { items, unread } = await withSameName(client, request);
  refuseUnread(
    what,
    unread,
    ({ id, name }) => !known.includes(Number(id)) && (typeof name !== "string" || isNamed(name, request)),
  );
  const younger = youngerThan(items, { known, at });
  const alike = younger.filter((one) => isDeepStrictEqual(boughtOf(inputsOf(one, request)), request));
  // A reservation of the same name with other contents is too much of a coincidence to buy another one beside it.
  return alike.length > 0 ? alike : younger;
}

function youngerThan(all: readonly ReservationResult[], { known, at }: Pick<Mark, "known" | "at">) {
  const since = Date.parse(at) - clockSlackMs;
  return all.filter((one) => !known.includes(one.id) && !(Date.parse(withZone(one.createdAt ?? "")) < since));
}

async function withSameName(client: OperationClient, { name, regionId }: ReservationInputs) {
  const { items, unread } = await listReservations(client, regionId);
  return { items: items.filter((one) => isNamed(one.name, { name }) && one.regionId === regionId), unread };
}

/** Whether a live name may be the requested one, however the platform may have changed it. */
function isNamed(live: string, { name }: Pick<ReservationInputs, "name">): boolean {
  return looseText(live) === looseText(name);
}

function readMark(what: string, mark: unknown, place: string): Mark {
  const parsed = markSchema.safeParse(mark);
  if (parsed.success) return { ...parsed.data, request: boughtOf(parsed.data.request) };
  throw new OperationError(
    `${what} stopped: the record of an interrupted request, ${place}, cannot be understood. Look on the platform for what the request may have created; then remove the file.`,
    "CP2110",
  );
}

/** A reservation found after an interrupted run must match the program. */
function refuseOther(what: string, found: ReservationResult, inputs: QuotedInputs, place: string): void {
  const there = inputsOf(found, inputs);
  const changes = changesOf(there, inputs);
  if (changes.length === 0) return;
  const unlike = changes.map(
    (name) => `${name} is ${valueText([name], there[name])}, not ${valueText([name], inputs[name])}`,
  );
  throw new OperationError(
    `${what} stopped: since a request that was interrupted, reservation ${found.id} "${found.name}" (${found.status}) was created, and it is not what the program wants: ${unlike.join("; ")}. Nothing was sent. If it is yours, declare it as it is and import it with the option import: "${found.id}", or cancel it on the platform while it is CREATED; if not, remove the record ${place}. Then run again.`,
    "CP2404",
  );
}

/** The price may have changed between the quote and the purchase. */
function warnOfPrice(made: ReservationResult, { quote }: QuotedInputs, context: CreateContext): void {
  const { commitPriceTotal: total, currencyCode: currency } = made.amountPrices ?? {};
  if (quote?.known !== true || typeof total !== "string" || typeof currency !== "string") return;
  if (isSameAmount(quote, { total, currency })) return;
  context.warn(
    `Reservation ${made.id} "${made.name}" was quoted at ${commitmentText(quote)}, and the platform has created it for ${commitmentText({ total, currency })}. It can be cancelled while it is CREATED.`,
  );
}
