// Starts no process; a process test because the generator reads the types of the whole project: 4 s.
import { expect, test } from "vitest";
import { packageSchema } from "../../provider/pulumi/native/schema/package-schema.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };

test("the schema of the native provider is what npm run generate writes", () => {
  expect(served).toEqual(JSON.parse(JSON.stringify(packageSchema())));
});
