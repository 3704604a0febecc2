import type { z } from "zod";
import type { Camel, EndpointId, EndpointOf } from "../api/index.ts";
import type { fromSettings } from "./definition.ts";
import type { Shown } from "./shown.ts";

/** In the user's spelling; nothing where the schema states no field (zod has a map of nothing for it). */
type Spelled<T> = string extends keyof T ? unknown : Camel<T>;

type Params<Id extends EndpointId> = Spelled<z.input<EndpointOf<Id>["params"]>>;
type Setting = (typeof fromSettings)[keyof typeof fromSettings];
type Body<Id extends EndpointId> = EndpointOf<Id>["body"] extends z.ZodType
  ? Spelled<z.input<EndpointOf<Id>["body"]>>
  : unknown;

/** Path parameters; those that a setting fills in may be left out. */
export type PathOf<Id extends EndpointId> = Omit<Params<Id>, Setting> &
  Partial<Pick<Params<Id>, Setting & keyof Params<Id>>>;

/** Arguments of an endpoint in the user's spelling. */
export type ArgsOf<Id extends EndpointId> = PathOf<Id> & Spelled<z.input<EndpointOf<Id>["query"]>> & Body<Id>;

/** Answer of an endpoint in the user's spelling. */
export type AnswerOf<Id extends EndpointId> = EndpointOf<Id>["response"] extends z.ZodType
  ? Shown<z.output<EndpointOf<Id>["response"]>>
  : undefined;

/** Lists that come in pages. */
export interface AllPages {
  /** All pages as one answer. `limit` is the size of a page then. Default false. */
  all?: boolean;
}
