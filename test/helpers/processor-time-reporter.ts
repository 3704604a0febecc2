import type { Reporter, TestModule } from "vitest/node";
import { collectProcessorTime, processorTimeTable } from "./processor-time.ts";

/** A run of fewer files is somebody's work on them. */
const wholeRun = 15;

/** Prints the processor time of each folder of tests after a whole run. */
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
