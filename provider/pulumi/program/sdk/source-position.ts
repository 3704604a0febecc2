import { AsyncLocalStorage } from "node:async_hooks";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost-features.ts";

/** A stack frame as the SDK reads it. Without a file, it has no position. */
interface Frame {
  file?: string;
  line?: number;
  column?: number;
}

/** In the SDK, but not in its types. */
interface Internals {
  callsites?: () => Frame[];
}

/** Formats the frames of an error: Node, or a tool that maps positions in compiled programs to their sources. */
type Formatter = (error: Error, frames: NodeJS.CallSite[]) => unknown;

/** Frames between the function that captures them and the resource's own classes: a function and two constructors of the SDK. */
const framesAbove = 3;

/** Frames that the SDK skips: its own, and the constructor of the one class that it expects. */
const skippedFrames: readonly Frame[] = Array.from({ length: 5 }, () => ({}));

/** Maximum number of program frames to record: they locate a resource in components of components. */
const maxFrames = 3;

/** Set while there is no state to record positions in. */
const unrecorded = new AsyncLocalStorage<true>();

/** Runs a program without recording the positions of its resources. */
export function withoutPositions<T>(run: () => T): T {
  const internals = pulumi.Resource as unknown as Internals;
  const { callsites } = internals;
  if (callsites !== undefined && callsites.name !== "recordedFrames")
    internals.callsites = function recordedFrames() {
      return unrecorded.getStore() === true ? [] : callsites();
    };
  return unrecorded.run(true, run);
}

/**
 * Makes the SDK record where the program declares a resource, until the returned object is disposed of. Otherwise the SDK takes
 * the caller of one constructor for the program, although our resources have several. With each resource it would record the
 * frames of its own start, a third of a small resource's state, and it would read the source maps of all frames, including its
 * own.
 *
 * @param constructors Number of constructors of the resource's own classes.
 */
export function recordProgramPosition(constructors: number): Disposable {
  const internals = pulumi.Resource as unknown as Internals;
  const { callsites } = internals;
  if (typeof callsites !== "function")
    lose("short source positions: the state of a small resource is a third larger, and its constructor takes longer");
  else if (unrecorded.getStore() !== true)
    internals.callsites = function programFrames() {
      return [...skippedFrames, ...framesOfProgram(programFrames, framesAbove + constructors)];
    };
  return {
    [Symbol.dispose]() {
      Object.assign(internals, { callsites });
    },
  };
}

/** The program's frames above a function, with their positions in its sources. */
function framesOfProgram(below: () => unknown, skipped: number): Frame[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const format: Formatter = prepareStackTrace ?? ((_, frames) => frames.map((frame) => `\n    at ${frame}`).join(""));
  const holder = new Error();
  try {
    Error.stackTraceLimit = Number.POSITIVE_INFINITY;
    // Only frames of the program are formatted: mapping a position reads the whole source map of its file.
    Error.prepareStackTrace = (error, frames) =>
      format(error, frames.slice(skipped).filter(isOfProgram).slice(0, maxFrames));
    Error.captureStackTrace(holder, below);
    return String(holder.stack)
      .split("\n")
      .map((line) => positionPattern.exec(line)?.groups)
      .filter((position) => position !== undefined)
      .map(({ file = "", line, column }) => ({ file: withPath(file), line: Number(line), column: Number(column) }));
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

/** A line of a stack trace. Top-level statements of a module have no function before the position. */
const positionPattern = /^ +at (?:.*\()?(?<file>.+?):(?<line>\d+):(?<column>\d+)\)?$/;

function isOfProgram(frame: NodeJS.CallSite): boolean {
  const file = frame.getFileName() ?? "node:";
  return !file.startsWith("node:") && !/[\\/]node_modules[\\/]@pulumi[\\/]/.test(file);
}

/** ES modules are named by URL, which the SDK takes for a path. */
function withPath(file: string): string {
  return file.startsWith("file://") ? fileURLToPath(file) : file;
}
