import { periods } from "./reservations.ts";

/** A limit of platform-api §8 that bounds a field, and the field's places in the endpoints of §4. */
export interface LimitFact {
  applies: string;
  /** Places as `#<endpoint> <part>.<field>`. */
  at: readonly string[];
  min?: number;
  max?: number;
  default?: unknown;
  values?: readonly string[];
}

/** Limits of platform-api §8 that bound a field. Its other rows describe behavior of the platform that no schema can check. */
export const limitFacts: readonly LimitFact[] = [
  { applies: "dvr_duration of a live stream", at: ["#1 response[].dvr_duration"], min: 30, max: 14_400 },
  { applies: "length of client_entity_data", at: ["#1 response[].client_entity_data"], max: 4096 },
  { applies: "length of rule", at: ["#2 body.rule"], max: 300 },
  { applies: "ruleType", at: ["#2 body.ruleType"], min: 0, max: 1 },
  { applies: "weight", at: ["#2 body.weight"], min: 1, max: 2_147_483_647 },
  { applies: "length of a cluster's name", at: ["#3 body.name"], min: 1, max: 20 },
  { applies: "length of keypair", at: ["#3 body.keypair"], min: 1, max: 255 },
  { applies: "pools of a cluster", at: ["#3 body.pools"], min: 1 },
  { applies: "limit of the GPU server list", at: ["#8 query.limit"], min: 1, max: 1000, default: 10 },
  { applies: "offset of the GPU server list", at: ["#8 query.offset"], min: 0, default: 0 },
  { applies: "notification threshold", at: ["#14 response.threshold"], min: 60, max: 100, default: 80 },
  { applies: "period of a reservation", at: ["#5 body.period", "#6 body.period"], values: periods },
];
