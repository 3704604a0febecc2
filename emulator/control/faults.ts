import { endpoints } from "@cloudplatform/pulumi/api";
import { Hono } from "hono";
import { faultSpec } from "../faults/fault-kinds.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { invalid, notFound } from "../server/errors.ts";
import { jsonBody } from "./json.ts";

/** `GET` lists the active faults, `GET history` the ended ones, `POST` adds one, `DELETE` removes one or all. */
export function faultRoutes({ faults }: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => context.json(faults.list()))
    .get("/history", (context) => context.json(faults.history()))
    .post("/", async (context) => {
      const spec = await jsonBody(context, faultSpec);
      if (spec.endpoint !== undefined && !Object.hasOwn(endpoints, spec.endpoint))
        throw invalid("endpoint", `must be one of ${Object.keys(endpoints).join(", ")}, not "${spec.endpoint}"`);
      return context.json(faults.add(spec), 201);
    })
    .delete("/", (context) => {
      faults.removeAll();
      return context.body(null, 204);
    })
    .delete("/:id{\\d+}", (context) => {
      const id = Number(context.req.param("id"));
      if (!faults.remove(id)) throw notFound(`Fault ${id}`);
      return context.body(null, 204);
    });
}
