import { endpoints } from "@cloudplatform/pulumi/api";
import { Hono } from "hono";
import { faultSpec } from "../faults/fault.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { invalid, notFound } from "../server/errors.ts";
import { jsonBody } from "./json.ts";

/** `GET` lists the faults in force, `POST` adds one, `DELETE` ends one or all. */
export function faultRoutes({ faults }: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => context.json(faults.list()))
    .post("/", async (context) => {
      const spec = await jsonBody(context, faultSpec);
      if (spec.endpoint !== undefined && !Object.hasOwn(endpoints, spec.endpoint))
        throw invalid("endpoint", `"${spec.endpoint}" is none of ${Object.keys(endpoints).join(", ")}`);
      return context.json(faults.add(spec), 201);
    })
    .delete("/", (context) => {
      faults.clear();
      return context.body(null, 204);
    })
    .delete("/:id{\\d+}", (context) => {
      const id = Number(context.req.param("id"));
      if (!faults.remove(id)) throw notFound(`Fault ${id}`);
      return context.body(null, 204);
    });
}
