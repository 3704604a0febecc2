import * as pulumi from "@pulumi/pulumi";
import { declareClusters } from "./clusters.ts";
import { declareEdge } from "./edge.ts";
import { declareReservations } from "./reservations.ts";
import { declareStart } from "./start.ts";

// `start` is the stack before the change, without violations. Everything else is a change that no review should approve.
if (new pulumi.Config().get("stage") === "start") {
  declareStart();
} else {
  declareClusters();
  declareEdge();
  declareReservations();
}
