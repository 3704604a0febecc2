// `npm run sdk`: generates the SDKs for Node, Python and Go from the schema, with Pulumi's own generators. That needs Go, which
// machines that only use the SDKs may lack: so the SDKs are committed, and a test compares their schema with the plugin's.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { structureHash } from "./structure-hash.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const schema = join(root, "provider/pulumi/native/schema.json");
const draft = mkdtempSync(join(tmpdir(), "sdk-"));
try {
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GO111MODULE: "on" };
  const tool = join(draft, "generator");
  const options = { cwd: join(root, "tools/sdk"), env, stdio: "inherit" };
  execFileSync("go", ["build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-o", tool, "."], options);
  // Examples come first: they are part of the schema's documentation, and so of the SDKs'.
  const examples = join(root, "provider/pulumi/native/schema/examples");
  execFileSync(tool, ["examples", schema, join(examples, "source.json"), join(examples, "programs.json")], options);
  execFileSync(process.execPath, [join(root, "provider/pulumi/native/schema/generate.ts")], { stdio: "inherit" });
  execFileSync(tool, [schema, draft], options);
  for (const language of ["nodejs", "python", "go"]) {
    const target = join(root, "sdk", language);
    // The Go module's own files are not generated, so they are kept.
    const kept = language === "go" ? ["go.mod", "go.sum"].map((name) => [name, readFileSync(join(target, name))]) : [];
    rmSync(target, { recursive: true, force: true });
    cpSync(join(draft, language), target, { recursive: true });
    for (const [name, text] of kept) writeFileSync(join(target, name), text);
  }
  writeFileSync(join(root, "sdk/schema.sha256"), `${structureHash(readFileSync(schema, "utf8"))}\n`);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
