import { reservationStatuses } from "@cloudplatform/pulumi/api";
import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { enterStatus, transitionsTo } from "../reservations/statuses.ts";
import type { Env } from "../server/env.ts";
import { notFound, PlatformError } from "../server/errors.ts";
import { jsonBody } from "./json.ts";

const statusOf = z.enum(reservationStatuses);
const move = z.strictObject({
  status: statusOf.describe("Target status; the intermediate statuses are passed through."),
});

/** `POST /ID {"status": …}` acts as the platform's staff and moves a reservation through its statuses. */
export function reservationRoutes(platform: Platform): Hono<Env> {
  const { database, store } = platform;
  return new Hono<Env>().post("/:id{\\d+}", async (context) => {
    const { status } = await jsonBody(context, move);
    const id = context.req.param("id");
    const reservation = store.reservations.get(id);
    if (reservation === undefined) throw notFound(`Reservation ${id}`);
    const path = transitionsTo(statusOf.parse(reservation.status), status);
    if (path === undefined)
      throw new PlatformError(400, `Reservation ${id} is ${reservation.status} and cannot become ${status}.`);
    const moved = database.write(() =>
      path.reduce((current, next) => enterStatus(platform, current, next), reservation),
    );
    return context.json(moved);
  });
}
