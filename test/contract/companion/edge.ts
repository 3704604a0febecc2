import { integer, text } from "../facts/field.ts";
import { type CompanionEntry, companion, same } from "./entry.ts";

export const edgeCompanion: readonly CompanionEntry[] = [
  ...companion("companion §5.2", "a bound is stated", "#9 body.", {
    name: { min: 1, max: 128 },
    short_descr: { max: 255 },
    long_descr: { max: 4096 },
    "params[].name": { min: 1, max: 64 },
  }),
  ...companion("companion §5.2", "the enumeration is closed, with the values of later years", "#9 body.", {
    "params[].data_type": {
      values: ["string", "number", "date", "time", "secret", "store", "bool", "json", "enum"],
    },
  }),
  ...companion(
    "ours",
    "a parameter without name or type is none",
    "#9 body.",
    same(["params[].name", "params[].data_type"], { required: true }),
  ),
  ...companion("ours", "an app refers to a parameter by its name", "#9 body.", { params: { unique: true } }),
  ...companion("ours", "a page holds something, and begins at the start or after it", "", {
    ...same(["#7 query.limit", "#10 query.limit"], { min: 1 }),
    ...same(["#7 query.offset", "#10 query.offset"], { min: 0 }),
  }),
  ...companion(
    "companion §5.1",
    "name of the parameter for free text, which the contract does not show",
    "#10 query.",
    {
      search: text(),
    },
  ),
  ...companion("companion §5.1", "count replaces total_count in newer platforms", "#10 response.", {
    count: integer(),
  }),
  ...companion("ours", "the id may stand in the path only", "#12 response.", { id: integer() }),
  ...companion("ours", "a response without it is none", "", {
    ...same(["#7 response.apps[].id", "#7 response.apps[].status"], { required: true }),
    ...same(["#12 response.name", "#12 response.secret_slots[].slot"], { required: true }),
  }),
];
