import { expect, test } from "vitest";
import { refuseUnread, unreadIds } from "../../provider/engine/ownership/unreadable-objects.ts";

/** List entries that do not match the contract. */
const unread = [null, 1, "text", [], {}, { id: "7" }, { id: 7, name: "images" }, { id: null }];

test("only numbers are ids of what could not be read", () => {
  expect(unreadIds(unread)).toEqual([7]);
});

test("a create stops if an unreadable object may be its own, and names it", () => {
  const isOurs = ({ id }: Readonly<Record<string, unknown>>) => id === 7;
  expect(() => refuseUnread("Creating it", unread, isOurs)).toThrow(/^Creating it stopped: .*7 named "images"/);
  expect(() => refuseUnread("Creating it", [null, [], 1], ({ id }) => id === undefined)).toThrow("null named null");
  expect(() => refuseUnread("Creating it", unread.slice(0, 6), isOurs)).not.toThrow();
  expect(() => refuseUnread("Creating it", [], () => true)).not.toThrow();
});
