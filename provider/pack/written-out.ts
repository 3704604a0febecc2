import ts from "typescript";

const { NoTruncation, InTypeAlias, MultilineObjectLiterals, UseSingleQuotesForStringLiteralType } = ts.NodeBuilderFlags;
const flags = NoTruncation | InTypeAlias | MultilineObjectLiterals | UseSingleQuotesForStringLiteralType;

/** The names of the resources, inferred from the registry. */
const registryType = "ResourceName";

/** Returns a declaration file in which types inferred from a zod schema or from the registry are replaced by plain types. */
export function writtenOut(program: ts.Program, source: ts.SourceFile, declared: string): string {
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter();
  let text = declared;
  for (const statement of source.statements) {
    if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters !== undefined) continue;
    const code = statement.type.getText();
    if (!/\bz\.(output|input|infer)</.test(code) && code !== registryType) continue;
    const type = checker.getTypeAtLocation(statement.name);
    const node = checker.typeToTypeNode(type, statement, flags);
    if (node === undefined) continue;
    const plain = printer.printNode(ts.EmitHint.Unspecified, node, source);
    const file = ts.createSourceFile("declared.d.ts", text, ts.ScriptTarget.Latest, true);
    const place = file.statements.find(
      (one) => ts.isTypeAliasDeclaration(one) && one.name.text === statement.name.text,
    );
    if (place === undefined || !ts.isTypeAliasDeclaration(place)) continue;
    text = text.slice(0, place.type.getStart()) + plain + text.slice(place.type.end);
  }
  return text;
}
