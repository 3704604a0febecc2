import { nativeToken } from "../../formats/type-token.ts";

/**
 * Type token of the native provider for a class of the dynamic one. Its type is that of the other token, which the class
 * inherits: TypeScript knows no class whose static fields differ from those that it extends.
 */
export function nativeType<Token extends string>({ __pulumiType }: { __pulumiType: Token }): Token {
  return nativeToken(__pulumiType) as Token;
}
