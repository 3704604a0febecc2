import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The package has no types. */
interface Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type ServerClass = new (options: object) => Server;

/** A local S3 server, and the environment with which Pulumi stores its state there. */
export interface ObjectStore {
  env: { PULUMI_BACKEND_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  close(): Promise<void>;
}

export async function openObjectStore(): Promise<ObjectStore> {
  const S3rver = createRequire(import.meta.url)("s3rver") as ServerClass;
  const directory = mkdtempSync(join(tmpdir(), "object-store-"));
  const configureBuckets = [{ name: "states" }];
  const server = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets });
  const { port } = await server.run();
  const query = `endpoint=127.0.0.1:${port}&disableSSL=true&s3ForcePathStyle=true&region=us-east-1`;
  return {
    env: {
      PULUMI_BACKEND_URL: `s3://states?${query}`,
      // The server's built-in keys.
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
