import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "postject";
import { executable } from "../packages.ts";

/** What Node.js searches for in a binary to see whether an application is in it. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Makes one executable file of the plugin and the Node.js that runs this, for machines without Node.js: of this platform, as
 * Node's single executable applications are. The plugin asks for its folder's files nowhere, so that it needs no other.
 *
 * @param file The plugin, as {@link buildPlugin} has written it.
 * @returns The executable.
 */
export async function buildExecutable(file: string, folder: string): Promise<string> {
  const made = join(folder, process.platform === "win32" ? `${executable}.exe` : executable);
  const draft = mkdtempSync(join(tmpdir(), "executable-"));
  try {
    const blob = join(draft, "plugin.blob");
    const config = join(draft, "sea.json");
    // The file goes alone, so that its licenses are in it: `--licenses` prints them.
    const assets = { licenses: licensesOf(file, draft) };
    writeFileSync(
      config,
      JSON.stringify({ main: file, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets }),
    );
    execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: ["ignore", "ignore", "inherit"] });
    mkdirSync(folder, { recursive: true });
    copyFileSync(process.execPath, made);
    chmodSync(made, 0o755);
    // macOS runs no binary whose signature does not fit, and the section must be in its segment.
    const isMac = process.platform === "darwin";
    if (isMac) execFileSync("codesign", ["--remove-signature", made]);
    const options = { sentinelFuse: fuse, ...(isMac && { machoSegmentName: "NODE_SEA" }) };
    await inject(made, "NODE_SEA_BLOB", readFileSync(blob), options);
    if (isMac) execFileSync("codesign", ["--sign", "-", made]);
    return made;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** One file with the licenses of the plugin, of what it includes, and of Node.js. */
function licensesOf(file: string, draft: string): string {
  const folder = dirname(file);
  const texts = ["LICENSE", "THIRD-PARTY-NOTICES.txt"].map((name) => readFileSync(join(folder, name), "utf8"));
  const licenses = join(draft, "licenses.txt");
  writeFileSync(licenses, [...texts, nodeLicense].join(`\n${"-".repeat(80)}\n`));
  return licenses;
}

/** Node's own license names what it includes, and differs from version to version. */
const nodeLicense = `This executable includes Node.js ${process.version} (MIT license), which includes other software.
Its license: https://raw.githubusercontent.com/nodejs/node/${process.version}/LICENSE
`;
