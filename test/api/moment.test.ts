import { withZone } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";

test.each([
  ["2026-01-01T10:00:00", "2026-01-01T10:00:00Z"],
  ["2026-01-01T10:00:00.123456", "2026-01-01T10:00:00.123456Z"],
  ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z"],
  ["2026-01-01T10:00:00+02:00", "2026-01-01T10:00:00+02:00"],
  ["2026-01-01T10:00:00-0530", "2026-01-01T10:00:00-0530"],
  // The day of a bare date is not read as an offset.
  ["2026-01-01", "2026-01-01Z"],
])("the timestamp %s is read as %s", (text, zoned) => expect(withZone(text)).toBe(zoned));
