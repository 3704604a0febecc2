import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { IntentRecord } = await import("../../provider/engine/ownership/create-record.ts");
const { OperationSecrets, withSecrets } = await import("../../provider/engine/secrets/operation-secrets.ts");

const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::one";
const baseUrl = "https://api.example.com";

/** An operation of a resource whose input `name` is secret. */
function withKey<T>(sealKey: string, action: () => Promise<T>): Promise<T> {
  const secrets = new OperationSecrets([["name"]], [{ name: "planted-name" }], []);
  secrets.sealKey = sealKey;
  return withSecrets(secrets, action);
}

test("a record that holds a secret is encrypted, and only the same API key reads it", async () => {
  const facts = { mark: { request: { name: "planted-name" } } };
  const place = await withKey("key-1", async () => {
    const record = await IntentRecord.open(urn, baseUrl);
    await record.note(facts);
    return record.place;
  });
  const text = readFileSync(place, "utf8");
  expect(text).toContain(urn);
  expect(text).not.toContain("planted");
  const { previous } = await withKey("key-1", () => IntentRecord.open(urn, baseUrl));
  expect(previous).toMatchObject(facts);
  await expect(withKey("key-2", () => IntentRecord.open(urn, baseUrl))).rejects.toThrow(
    /encrypted with another API key\. Nothing was sent\. Run once more with the API key of the interrupted run/,
  );
});

test("a record without secrets stays readable", async () => {
  const other = `${urn}-2`;
  const place = await withKey("key-1", async () => {
    const record = await IntentRecord.open(other, baseUrl);
    await record.note({ mark: { after: 41 } });
    return record.place;
  });
  expect(readFileSync(place, "utf8")).toContain('"after":41');
});
