import { writeFileSync } from "node:fs";
import { projectRoot } from "./record.ts";
import { outdatedResults, readResults, resultsPage } from "./report.ts";

/** Writes `bench/RESULTS.md`, and lists the results that are older than their code. */
writeFileSync(new URL("bench/RESULTS.md", projectRoot), resultsPage(readResults(projectRoot)));
const outdated = outdatedResults(projectRoot);
console.log("bench/RESULTS.md is written.");
if (outdated.length > 0)
  console.log(
    `Older than the code that they measure: ${outdated.join(", ")}. Run npm run bench -- ${outdated.join(" ")}`,
  );
