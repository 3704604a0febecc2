import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executable } from "../packages.ts";
import { buildPlugin } from "./build.ts";

/** Platforms of the Pulumi CLI. The plugin is a single JavaScript file, so all archives have the same content. */
const platforms = ["linux", "darwin", "windows"].flatMap((system) => [`${system}-amd64`, `${system}-arm64`]);

/**
 * Builds the downloads of `pulumi plugin install`: an archive per platform under the name that the engine requests, and their
 * checksums.
 *
 * @returns The files.
 */
export async function writeArchives(out: string, version: string): Promise<string[]> {
  const stage = mkdtempSync(join(tmpdir(), "plugin-archive-"));
  try {
    await buildPlugin(stage);
    const archives = platforms.map((platform) => `${executable}-v${version}-${platform}.tar.gz`);
    const [first = ""] = archives;
    execFileSync("tar", ["-czf", join(out, first), "-C", stage, ...readdirSync(stage).sort()]);
    const data = readFileSync(join(out, first));
    for (const archive of archives) writeFileSync(join(out, archive), data);
    const sum = createHash("sha256").update(data).digest("hex");
    const checksums = `${executable}-v${version}-checksums.txt`;
    writeFileSync(join(out, checksums), archives.map((archive) => `${sum}  ${archive}\n`).join(""));
    return [...archives, checksums].map((name) => join(out, name));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
