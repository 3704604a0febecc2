import type { z } from "zod";
import type { Endpoint } from "../api/index.ts";
import type { Camel } from "../schema/index.ts";

/** The arguments of a call: path parameters, query and body, as far as the endpoint takes them. */
export type Call<E extends Endpoint> = Part<"params", Camel<z.input<E["params"]>>> &
  Part<"query", Camel<z.input<E["query"]>>> &
  (E["body"] extends z.ZodType ? { body: Camel<z.input<E["body"]>> } : { body?: undefined });

/** The parsed response of a success. */
export type ResponseOf<E extends Endpoint> = E["response"] extends z.ZodType
  ? Camel<z.output<E["response"]>>
  : undefined;

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };
