import type { Input, Output } from "@pulumi/pulumi";

type Inner<T> = T extends readonly (infer Element)[] ? DeepInput<Element>[] : T extends object ? Args<T> : T;

/** An input that may be an Output, at every level. */
export type DeepInput<T> = Input<Inner<T>>;

/** Arguments of a resource: each field may be an Output. */
export type Args<T> = { [K in keyof T]: DeepInput<T[K]> };

/** Properties of a resource: each output under its name. */
export type Outputs<T> = { readonly [K in keyof T]-?: Output<T[K]> };
