// Pulumi's CLI tells from two copies of a password checker whether a config value looks like a secret. Both read their
// word lists whenever the CLI starts, which takes more processor time than all else in a short command. Edited, they read
// them when the first value is checked, which both can do already.
import fs from "node:fs";
import path from "node:path";

/** The modules of the CLI that contain a copy. */
export const CHECKERS = ["github.com/nbutton23/zxcvbn-go", "github.com/ccojocar/zxcvbn-go"];

const EDITS = {
  "frequency/frequency.go": [["\nfunc init() {\n", "\nfunc Load() {\n"]],
  "matching/matching.go": [
    ["\nfunc init() {\n\tloadFrequencyList()\n}\n", "\n"],
    ["\nfunc loadFrequencyList() {\n", "\nfunc loadFrequencyList() {\n\tfrequency.Load()\n"],
  ],
};

/**
 * Copies the checkers from `folders` into `draft` and edits them, with a go.mod that takes the copies and all else as the one in
 * `here` does. Returns its path for `go build -modfile`, or undefined if a checker is not as expected: then it is built as it is.
 */
export function writeModFile(folders, draft, here) {
  if (folders.length !== CHECKERS.length || !folders.every((folder) => fs.existsSync(folder))) return undefined;
  const copies = CHECKERS.map((_, index) => path.join(draft, `checker-${index}`));
  const replaces = CHECKERS.map((name, index) => `replace ${name} => ${JSON.stringify(copies[index])}\n`);
  for (const [index, name] of CHECKERS.entries()) {
    copyFiles(folders[index], copies[index]);
    if (!Object.entries(EDITS).every(([file, edits]) => edit(path.join(copies[index], file), edits))) return undefined;
    const goMod = path.join(copies[index], "go.mod");
    if (!fs.existsSync(goMod)) fs.writeFileSync(goMod, `module ${name}\n`);
  }
  const modFile = path.join(draft, "go.mod");
  fs.writeFileSync(modFile, `${fs.readFileSync(path.join(here, "go.mod"), "utf8")}\n${replaces.join("")}`);
  fs.copyFileSync(path.join(here, "go.sum"), path.join(draft, "go.sum"));
  return modFile;
}

/** Copies files without their mode: in Go's cache all is read-only, folders included, and the draft is removed. */
function copyFiles(from, to) {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFiles(source, target);
    else fs.writeFileSync(target, fs.readFileSync(source));
  }
}

function edit(file, edits) {
  if (!fs.existsSync(file)) return false;
  let text = fs.readFileSync(file, "utf8");
  for (const [from, to] of edits) {
    if (!text.includes(from)) return false;
    text = text.replace(from, () => to);
  }
  fs.writeFileSync(file, text);
  return true;
}
