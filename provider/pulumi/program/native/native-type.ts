import { nativeToken } from "../../formats/type-token.ts";

/**
 * Type token of the native provider for a class of the dynamic one. It has the type of the dynamic token, which the class
 * inherits: in TypeScript, static fields of a class cannot have other types than those of its base class.
 */
export function nativeType<Token extends string>({ __pulumiType }: { __pulumiType: Token }): Token {
  return nativeToken(__pulumiType) as Token;
}
