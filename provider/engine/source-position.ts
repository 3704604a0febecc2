import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";

/** A frame of a stack trace, as the SDK reads it; without a file: it has no position. */
interface Frame {
  file?: string;
  line?: number;
  column?: number;
}

/** What the SDK has, but does not declare. */
interface Internals {
  callsites?: () => Frame[];
}

/** Frames above the constructors of a resource's own classes: two functions and two constructors of the SDK, and the function here. */
const framesAbove = 5;

/** Frames that the SDK skips: its own, and the constructor of the one class that it expects. */
const skippedFrames = 5;

/** Frames of the program that are recorded: a resource in components of components is found by them. */
const maxFrames = 3;

/**
 * Lets the SDK record where the program declares a resource, until the returned function is called. The SDK takes the caller of
 * one constructor for the program, and a resource here has several; and with each resource it records the frames of its
 * own start, which would be a third of the state of a small one.
 *
 * @param constructors Number of constructors of the resource's own classes.
 */
export function recordProgramPosition(constructors: number): () => void {
  const internals = pulumi.Resource as unknown as Internals;
  const { callsites } = internals;
  if (typeof callsites !== "function") return () => undefined;
  internals.callsites = () => {
    const frames = callsites.call(internals);
    const ofProgram = frames
      .slice(framesAbove + constructors)
      .filter(isOfProgram)
      .slice(0, maxFrames);
    return [...frames.slice(0, skippedFrames), ...ofProgram.map(withPath)];
  };
  return () => {
    internals.callsites = callsites;
  };
}

function isOfProgram({ file }: Frame): boolean {
  return file !== undefined && !/[\\/]node_modules[\\/]@pulumi[\\/]/.test(file);
}

/** ES modules are named by URL, which the SDK takes for a path. */
function withPath(frame: Frame): Frame {
  return frame.file?.startsWith("file://") === true ? { ...frame, file: fileURLToPath(frame.file) } : frame;
}
