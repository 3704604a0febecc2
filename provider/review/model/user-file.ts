import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileFailure } from "../../values/file-failure.ts";
import { ReviewError } from "./errors.ts";

/** Reads a file that the user named. `what` begins the message of a failure: "The sample URLs". */
export async function readUserFile(what: string, file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: unknown) => {
    throw new ReviewError(`${what} could not be read from "${file}": ${fileFailure(error)}`, "CP4005");
  });
}

export async function readUserText(what: string, file: string): Promise<string> {
  return new TextDecoder().decode(await readUserFile(what, file));
}

/** Writes a file that the user named, or that is in a folder of the user. Creates the folder. `mode`: permissions of a new file. */
export async function writeUserFile(
  what: string,
  file: string,
  text: string,
  options: { mode?: number } = {},
): Promise<void> {
  await toUserFile(what, file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, options);
  });
}

/** Runs an action that changes a file of the user. */
export async function toUserFile(what: string, file: string, action: () => Promise<unknown>): Promise<void> {
  await action().catch((error: unknown) => {
    throw new ReviewError(`${what} could not be written to "${file}": ${fileFailure(error)}`, "CP4005");
  });
}
