import { beforeEach } from "vitest";

// Skips the remaining tests after the first failure. The run is not aborted, because the hooks of the file must still run:
// otherwise a leftover, such as a child process, would disturb the next run.
if (process.env.MUTANTS_CALLED === undefined) {
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    if (hasFailed) skip();
    onTestFailed(() => {
      hasFailed = true;
    });
  });
}
