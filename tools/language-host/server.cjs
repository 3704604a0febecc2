"use strict";
const grpc = require("@grpc/grpc-js");

// The SDK's limit for a message (@pulumi/pulumi/runtime/rpc.js); gRPC's default of 4 MB is too small for big stacks.
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;
const LIMITS = { "grpc.max_receive_message_length": MAX_MESSAGE_BYTES };

/** Listens on a free port of the loopback interface. */
function listen(server) {
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error) reject(error);
      else resolve(port);
    });
  });
}

module.exports = { LIMITS, listen };
