import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "postject";
import { executable } from "../packages.ts";

/** The marker by which Node.js detects an application embedded in its binary. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Combines the plugin and the Node.js that runs this into one executable file, for machines without Node.js. Like every single
 * executable application, it only runs on this platform. The plugin reads no files of its folder, so it needs no other file.
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
    // The file is distributed alone, so it embeds its licenses: `--licenses` prints them.
    const assets = { licenses: licensesOf(file, draft) };
    writeFileSync(
      config,
      JSON.stringify({ main: file, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets }),
    );
    execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: ["ignore", "ignore", "inherit"] });
    mkdirSync(folder, { recursive: true });
    copyFileSync(process.execPath, made);
    chmodSync(made, 0o755);
    // macOS runs no binary with an invalid signature, and the section must be in its segment.
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

/** Writes one file with the licenses of the plugin, of what it includes, and of Node.js. */
function licensesOf(file: string, draft: string): string {
  const folder = dirname(file);
  const texts = ["LICENSE", "THIRD-PARTY-NOTICES.txt"].map((name) => readFileSync(join(folder, name), "utf8"));
  const licenses = join(draft, "licenses.txt");
  writeFileSync(licenses, [...texts, nodeLicense].join(`\n${"-".repeat(80)}\n`));
  return licenses;
}

/** Node's own license lists what Node includes, and differs from version to version. */
const nodeLicense = `This executable includes Node.js ${process.version} (MIT license), which includes other software.
Its license: https://raw.githubusercontent.com/nodejs/node/${process.version}/LICENSE
`;
