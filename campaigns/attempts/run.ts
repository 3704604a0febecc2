import { runTests } from "../run-tests.ts";

/**
 * Runs the test of attempts that a hook repeats in full: every fault, every resource and both providers. The suite runs a part of
 * it in turn.
 */
runTests("test/engine/hundred-attempts-all.process.test.ts", { EVERY_ATTEMPT: "true" });
