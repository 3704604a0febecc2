import { runSchemathesis } from "../../test/helpers/schemathesis/run.ts";

/**
 * Schemathesis with a hundred random requests for each operation, and with its coverage phase for all operations: `npm run
 * campaign -- schemathesis`.
 */
const { code, output } = await runSchemathesis(100);
console.log(output);
process.exitCode = code === 0 && output.includes("No issues found") ? 0 : 1;
