import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { z } from "zod";
import type { Intent, Properties } from "./handler.ts";

/**
 * Records of creations on disk, one file a resource, in `.cloudplatform/intents` beside Pulumi.yaml. A record is
 * written before the request of a creation goes out and stays until the resource was seen in state: only then nothing
 * of it can be lost any more.
 */
const recordSchema = z.object({ urn: z.string(), baseUrl: z.string(), facts: z.record(z.string(), z.unknown()) });

/** The record of a resource's creation at one platform. */
export class IntentRecord implements Intent {
  readonly previous: Readonly<Properties> | undefined;
  readonly place: string;
  readonly #urn: string;
  readonly #baseUrl: string;
  #facts: Properties;

  private constructor(file: string, urn: string, baseUrl: string, previous: Properties | undefined) {
    this.place = file;
    this.#urn = urn;
    this.#baseUrl = baseUrl;
    this.previous = previous;
    this.#facts = { ...previous };
  }

  static async open(urn: string, baseUrl: string): Promise<IntentRecord> {
    const file = fileOf(urn, baseUrl);
    return new IntentRecord(file, urn, baseUrl, await readFacts(file));
  }

  /** Facts are on the disk when this returns: the file is synced and takes its name in one step. */
  async note(facts: Properties): Promise<void> {
    this.#facts = { ...this.#facts, ...facts };
    const text = JSON.stringify({ urn: this.#urn, baseUrl: this.#baseUrl, facts: this.#facts });
    const temporary = `${this.place}.${process.pid}.new`;
    await makeFolder(dirname(this.place));
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.place);
  }
}

/**
 * Forgets the record of a resource that is in state under the id which the record names. A record of another id stays:
 * it may be the interrupted replacement of the resource.
 */
export async function forgetIntent(urn: string, baseUrl: string, id: string): Promise<void> {
  const file = fileOf(urn, baseUrl);
  if (!existsSync(file)) return;
  if ((await readFacts(file))?.id === id) await rm(file, { force: true });
}

async function readFacts(file: string): Promise<Properties | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, "utf8"))).facts;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(
      `The record of an interrupted creation, ${file}, cannot be read (${error instanceof Error ? error.message.split("\n")[0] : error}). Look on the platform for what it may have made; then remove the file.`,
    );
  }
}

function fileOf(urn: string, baseUrl: string): string {
  const name = createHash("sha256").update(`${baseUrl}\n${urn}`).digest("hex").slice(0, 32);
  return join(intentFolder(), `${name}.json`);
}

let folder: string | undefined;

/** `CLOUDPLATFORM_INTENT_DIR`, or a folder beside the project's Pulumi.yaml. */
function intentFolder(): string {
  folder ??= process.env.CLOUDPLATFORM_INTENT_DIR ?? join(projectFolder(), ".cloudplatform", "intents");
  return folder;
}

function projectFolder(): string {
  const start = process.cwd();
  for (let current = start; current !== parse(current).root; current = dirname(current))
    if (existsSync(join(current, "Pulumi.yaml")) || existsSync(join(current, "Pulumi.yml"))) return current;
  return start;
}

async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(path, { recursive: true });
  // The records belong to this machine, not to the repository.
  await writeFile(join(path, ".gitignore"), "*\n");
}
