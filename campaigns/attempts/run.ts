import { runTests } from "../run-tests.ts";

/** The test of attempts that a hook asks for, whole: every fault, every resource and both providers. The suites take turns. */
runTests("test/engine/hundred-attempts-all.process.test.ts", { EVERY_ATTEMPT: "true" });
