import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const provider = fileURLToPath(new URL("../../../", import.meta.url));
const entry = `${provider}index.ts`;

/** The public types of the package, as the TypeScript compiler sees them. */
export interface PublicTypes {
  checker: ts.TypeChecker;
  /** Returns what an area exports under a name: a class, an interface or a lookup. */
  exported(area: string, name: string): ts.Symbol;
  /** Returns the arguments and the result of a lookup, from its type `Lookup<Args, Result>`. */
  ofLookup(symbol: ts.Symbol): [ts.Type | undefined, ts.Type];
  /** Returns the type of a provider's settings. */
  settings(): ts.Type;
  /** Returns the area in whose folder a type is declared; undefined outside of the package. */
  areaOf(symbol: ts.Symbol): string | undefined;
}

/** Loads the public types. */
export function publicTypes(areas: readonly string[]): PublicTypes {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([entry], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const main = source && checker.getSymbolAtLocation(source);
  if (main === undefined) throw new Error(`${entry} is no module.`);
  return {
    checker,
    exported(area, name) {
      const space = aliased(
        checker,
        checker.getExportsOfModule(main).find((one) => one.name === area),
      );
      const found = space && checker.getExportsOfModule(space).find((one) => one.name === name);
      if (found === undefined) throw new Error(`The area ${area} exports no ${name}.`);
      return aliased(checker, found) ?? found;
    },
    ofLookup(symbol) {
      const type = checker.getTypeOfSymbol(symbol);
      const [args, result] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
      if (result === undefined) throw new Error(`${symbol.name} is no lookup.`);
      return [args, result];
    },
    settings() {
      const file = program.getSourceFile(`${provider}client/settings.ts`);
      const module = file && checker.getSymbolAtLocation(file);
      const found = module && checker.getExportsOfModule(module).find(({ name }) => name === "Settings");
      if (found === undefined) throw new Error("provider/client/settings.ts exports no Settings.");
      return checker.getDeclaredTypeOfSymbol(found);
    },
    areaOf(symbol) {
      const [declaration] = symbol.declarations ?? [];
      if (declaration === undefined) return undefined;
      const [folder, ...rest] = relative(provider, declaration.getSourceFile().fileName).split("/");
      // Reservation prices belong to reservations: Go packages must not import each other.
      if (rest.join("/") === "pricing/reservation.ts") return "reservations";
      const word = rest[0]?.replace(/\.ts$/, "") ?? "";
      if (folder === "types" || folder === "lookups") return areas.find((area) => area === word);
      return folder === "resources" ? { cluster: "kubernetes", reservation: "reservations" }[word] : undefined;
    },
  };
}

function aliased(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

/** Returns the documentation of a symbol. */
export function documentation(checker: ts.TypeChecker, symbol: ts.Symbol): { text: string; deprecated?: string } {
  const text = plainText(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === "deprecated");
  const deprecated = tag && ts.displayPartsToString(tag.text);
  return { text, ...(deprecated !== undefined && { deprecated }) };
}

/** Makes a documentation comment fit for every language: without TypeScript links, error classes and sections of the contract. */
export function plainText(comment: string): string {
  return comment
    .replace(/\{@link\s+([^}|\s]+)\s*\}/g, "`$1`")
    .replace(/\s*\*Source:\*[^\n]*(\n(?!\n)[^\n]*)*/g, "")
    .replace(/\*Errors:\* `ResponseError` with status 404 if ([^.]*)\./g, "Fails if $1.")
    .replace(/\*Errors:\*/g, "Errors:")
    .replace(/`[A-Z]\w*Error`/g, "an error")
    .replace(/\s*\((?:(?:platform-api|companion)[^()]*|§[^()]*)\)/g, "")
    .replace(/\s*(?:platform-api|companion) §[\d.]+(?: #\d+)?/g, "")
    .replace(/`up`/g, "`pulumi up`")
    .trim();
}
