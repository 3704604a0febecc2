import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** An editor with the project's own compiler options, through TypeScript's language service. */
export interface Editor {
  /** Writes a file in memory, which hides the file on disk. Returns its path. */
  write(file: string, text: string): string;
  /** Returns the compiler's errors in a file. */
  problems(file: string): string[];
  /** Returns the type and documentation that an editor shows over the first occurrence of a text. */
  hover(file: string, text: string): Hover;
  /** Returns the completions at the first occurrence of a text. */
  completions(file: string, text: string): string[];
}

export interface Hover {
  type: string;
  documentation: string;
  /** Tags with their text: `@deprecated Use …`. */
  tags: string[];
}

/** @param changes Compiler options that differ from this project's. */
export function openEditor(changes: ts.CompilerOptions = {}): Editor {
  const written = new Map<string, { text: string; version: number }>();
  const service = ts.createLanguageService(hostOf(written, changes));
  const at = (file: string, text: string) => {
    const place = written.get(file)?.text.indexOf(text) ?? -1;
    if (place < 0) throw new Error(`"${text}" does not stand in ${file}.`);
    return place;
  };
  return {
    write(file, text) {
      const full = path.join(repository, file);
      written.set(full, { text, version: (written.get(full)?.version ?? 0) + 1 });
      return full;
    },
    problems(file) {
      const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
      return found.map((one) => ts.flattenDiagnosticMessageText(one.messageText, "\n"));
    },
    hover(file, text) {
      const info = service.getQuickInfoAtPosition(file, at(file, text));
      return {
        type: ts.displayPartsToString(info?.displayParts),
        documentation: ts.displayPartsToString(info?.documentation),
        tags: (info?.tags ?? []).map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`),
      };
    },
    completions(file, text) {
      const found = service.getCompletionsAtPosition(file, at(file, text), {});
      return (found?.entries ?? []).map((entry) => entry.name);
    },
  };
}

function hostOf(
  written: Map<string, { text: string; version: number }>,
  changes: ts.CompilerOptions,
): ts.LanguageServiceHost {
  const { config } = ts.readConfigFile(path.join(repository, "tsconfig.json"), ts.sys.readFile);
  const options = { ...ts.convertCompilerOptionsFromJson(config.compilerOptions, repository).options, ...changes };
  const isWritten = (folder: string) => [...written.keys()].some((file) => file.startsWith(`${folder}/`));
  return {
    getCompilationSettings: () => options,
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    getScriptFileNames: () => [...written.keys()],
    getScriptVersion: (file) => String(written.get(file)?.version ?? 0),
    getScriptSnapshot: (file) => {
      const text = written.get(file)?.text ?? (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (file) => written.has(file) || fs.existsSync(file),
    readFile: (file, encoding) => written.get(file)?.text ?? ts.sys.readFile(file, encoding),
    readDirectory: ts.sys.readDirectory,
    directoryExists: (folder) => isWritten(folder) || ts.sys.directoryExists(folder),
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  };
}
