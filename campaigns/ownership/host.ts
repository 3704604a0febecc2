import { createRequire } from "node:module";
import { type Declared, programOf } from "./kinds.ts";

/**
 * A process that is the language host of one command after another, as for inline programs of the Automation API. This saves
 * starting a process for each program, and the three further commands that the API's own `up` runs.
 */
const require = createRequire(import.meta.url);
const pulumi = createRequire(require.resolve("@pulumi/pulumi"));
const grpc = pulumi("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
const { LanguageServer } = pulumi("./automation/server.js") as {
  LanguageServer: new (program: () => Promise<void>) => object;
};
const { LanguageRuntimeService } = pulumi("./proto/language_grpc_pb.js") as {
  LanguageRuntimeService: import("@grpc/grpc-js").ServiceDefinition;
};

let server: import("@grpc/grpc-js").Server | undefined;

process.on("message", (resources: Declared[]) => {
  server?.forceShutdown();
  server = new grpc.Server({ "grpc.max_receive_message_length": 1024 * 1024 * 400 });
  server.addService(LanguageRuntimeService, new LanguageServer(programOf(resources)) as never);
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    process.send?.(port);
  });
});
process.on("disconnect", () => process.exit(0));
