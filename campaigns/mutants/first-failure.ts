import { beforeEach } from "vitest";

// What a run that is ended early leaves behind, such as a child process, would disturb the next: the hooks of a file run in any case.
if (process.env.MUTANTS_CALLED === undefined) {
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    if (hasFailed) skip();
    onTestFailed(() => {
      hasFailed = true;
    });
  });
}
