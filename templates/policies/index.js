// @ts-check
import { rules } from "@cloudplatform/policies";
import { startPack } from "@cloudplatform/policies/pack";
import { clusterNamePrefix } from "./cluster-name-prefix.js";

// The platform's limits, guard rails and budgets, and a rule of your own. Add more rules to the list.
startPack("policies", [...rules, clusterNamePrefix]);
