import { writeFileSync } from "node:fs";
import { projectRoot } from "./record.ts";
import { outdatedResults, readResults, resultsPage, unexplainedGoals } from "./report.ts";

/** Writes `bench/RESULTS.md`, and lists the results that are older than their code and the missed goals without a reason. */
const results = readResults(projectRoot);
writeFileSync(new URL("bench/RESULTS.md", projectRoot), resultsPage(results));
const outdated = outdatedResults(projectRoot);
console.log("bench/RESULTS.md is written.");
if (outdated.length > 0)
  console.log(
    `Older than the code that they measure: ${outdated.join(", ")}. Run npm run bench -- ${outdated.join(" ")}`,
  );
const unexplained = unexplainedGoals(results);
if (unexplained.length > 0) console.log(`Missed without a reason in goals.ts: ${unexplained.join(", ")}`);
