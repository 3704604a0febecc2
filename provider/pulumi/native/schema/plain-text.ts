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
