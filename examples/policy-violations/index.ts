import * as pulumi from "@pulumi/pulumi";
import { declareClusters } from "./clusters.ts";
import { declareEdge } from "./edge.ts";
import { declareReservations } from "./reservations.ts";
import { declareStart } from "./start.ts";

// `start` is the stack as it was when all was well; everything else is the change that no review should let pass.
if (new pulumi.Config().get("stage") === "start") {
  declareStart();
} else {
  declareClusters();
  declareEdge();
  declareReservations();
}
