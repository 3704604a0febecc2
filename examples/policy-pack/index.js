// @ts-check
import { rules } from "@cloudplatform/policies";
import { startPack } from "@cloudplatform/policies/pack";
import { clusterNamePrefix } from "./cluster-name-prefix.js";
import { regionsInOneCountry } from "./regions-in-one-country.js";

// The platform's limits and guard rails, without the rules about money, and two rules of your own.
startPack("acme-platform", [...rules.filter((rule) => rule.group !== "money"), clusterNamePrefix, regionsInOneCountry]);
