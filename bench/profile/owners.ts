/** Owners of the code in a profile's frames. */
export const owners = [
  "ours",
  "zod",
  "Pulumi's SDK",
  "source maps",
  "gRPC, protobuf",
  "Node",
  "garbage",
  "V8",
] as const;
export type Owner = (typeof owners)[number];

const byUrl: readonly (readonly [RegExp, Owner])[] = [
  [/node_modules\/(source-map|source-map-support)\//, "source maps"],
  [/node_modules\/(@grpc|google-protobuf|@protobufjs|protobufjs)\//, "gRPC, protobuf"],
  [/node_modules\/@pulumi\/pulumi\/proto\//, "gRPC, protobuf"],
  [/node_modules\/zod\//, "zod"],
  [/node_modules\/@cloudplatform\/|\/provider\//, "ours"],
  // Only the SDK loads its other dependencies.
  [/node_modules\//, "Pulumi's SDK"],
  [/^node:/, "Node"],
];

/** Undefined if nothing runs. */
export function ownerOf({ functionName, url }: { functionName: string; url: string }): Owner | undefined {
  if (functionName === "(idle)") return undefined;
  if (functionName === "(garbage collector)") return "garbage";
  if (url === "") return "V8";
  return byUrl.find(([pattern]) => pattern.test(url))?.[1] ?? "ours";
}
