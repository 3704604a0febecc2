import type { Input } from "@pulumi/pulumi";

type Inner<T> = T extends readonly (infer Element)[] ? DeepInput<Element>[] : T extends object ? Args<T> : T;

/** A value that may come later, and so may everything below it. */
export type DeepInput<T> = Input<Inner<T>>;

/** Arguments of a resource: each field may come later. */
export type Args<T> = { [K in keyof T]: DeepInput<T[K]> };
