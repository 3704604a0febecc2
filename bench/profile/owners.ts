/** Whose code a frame of a profile is. */
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
  // The SDK's other dependencies are loaded by it alone.
  [/node_modules\//, "Pulumi's SDK"],
  [/^node:/, "Node"],
];

/** Undefined: nothing runs. */
export function ownerOf({ functionName, url }: { functionName: string; url: string }): Owner | undefined {
  if (functionName === "(idle)") return undefined;
  if (functionName === "(garbage collector)") return "garbage";
  if (url === "") return "V8";
  return byUrl.find(([pattern]) => pattern.test(url))?.[1] ?? "ours";
}
