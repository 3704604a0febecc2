import { runTests } from "../run-tests.ts";

/** The review of many stacks, with fifty of each project or with the number in `STACKS_OF_PROJECT`. */
const { STACKS_OF_PROJECT: count = "50" } = process.env;
runTests("test/e2e/review-many-stacks.process.test.ts", { STACKS_OF_PROJECT: count });
