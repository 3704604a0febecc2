import { deflateSync, zstdCompressSync } from "node:zlib";
import { endpoints } from "@cloudplatform/pulumi/api";
import { ConnectionError } from "@cloudplatform/pulumi/client";
import { expect, test } from "vitest";
import { textOf } from "../../provider/client/send-request.ts";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();

test("a response whose body takes longer than the request timeout is aborted and not retried", async () => {
  emulator.platform.behaviors.set({ dripMs: 20 });
  const client = clientOf(emulator, { timeouts: { totalMs: 200 } });
  const failure = await client.call(endpoints["ruleTemplates.list"], {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({ reason: "RESPONSE_TIMEOUT", sideEffect: "maybe" });
  expect((failure as Error).message).toContain("was not complete within the time limit of a request");
  expect(emulator.platform.requests.list({})).toHaveLength(1);
});

const body = '{"results":[]}';

test.each([
  ["deflate", deflateSync(body)],
  ["zstd", zstdCompressSync(body)],
  ["zstd, deflate", deflateSync(zstdCompressSync(body))],
  ["identity", Buffer.from(body)],
])("a body in the encoding %s is read", async (encoding, bytes) => {
  expect(await textOf(bytes, encoding)).toBe(body);
});

test("a body in an unknown encoding is not read as text", async () => {
  await expect(textOf(Buffer.from(body), "secret")).rejects.toMatchObject({ code: "ENCODING" });
});
