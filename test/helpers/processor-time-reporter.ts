import type { Reporter, TestModule } from "vitest/node";
import { collectProcessorTime, processorTimeTable } from "./processor-time.ts";

/** Minimum number of files of a whole run. A developer runs fewer while working on them. */
const wholeRun = 15;

/** Prints the processor time of each test folder after a whole run. */
export default class ProcessorTimeReporter implements Reporter {
  onInit(): void {
    collectProcessorTime();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const isProcesses = modules.some(({ project }) => project.name === "processes");
    const text = processorTimeTable(modules.length < wholeRun ? "some" : isProcesses ? "test-all" : "test");
    if (modules.length >= wholeRun) console.log(text);
  }
}
