import {
  currencyCodes,
  instancePrice,
  instancePriceBody,
  reservation,
  reservationPrice,
} from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { problems, refused } from "./problems.ts";

const body = { flavor: "g1-standard-2-4", interfaces: [{ type: "external" }], names: ["web-1"] };
const id = "5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11";

test("a price of instances requires exactly one of names and name templates", () => {
  const { names, ...bare } = body;
  expect(problems(instancePriceBody, body)).toEqual([]);
  expect(problems(instancePriceBody, { ...bare, name_templates: ["web-{ip_octets}"] })).toEqual([]);
  expect(refused(instancePriceBody, { ...body, name_templates: ["web-{ip_octets}"] })).toEqual(["name_templates"]);
  expect(refused(instancePriceBody, bare)).toEqual(["names"]);
  expect(names).toEqual(["web-1"]);
});

test.each([
  [{ type: "subnet", network_id: id, subnet_id: id }, []],
  [{ type: "subnet", network_id: id }, ["interfaces.0.subnet_id"]],
  [{ type: "any_subnet" }, ["interfaces.0.network_id"]],
  [{ type: "reserved_fixed_ip" }, ["interfaces.0.port_id"]],
  [{ type: "external", floating_ip: { source: "new" } }, []],
  [{ type: "external", floating_ip: { source: "existing" } }, ["interfaces.0.floating_ip.existing_floating_id"]],
])("the interface %j refuses %j", (each, paths) => {
  expect(refused(instancePriceBody, { ...body, interfaces: [each] })).toEqual(paths);
});

const price = { per_hour: {}, per_month: {}, price_status: "SHOW", currency_code: "EUR" };

test("price_status is read without regard to case", () => {
  expect(instancePrice.parse(price).price_status).toBe("show");
  expect(instancePrice.parse({ ...price, price_status: "Error" }).price_status).toBe("error");
  expect(refused(instancePrice, { ...price, price_status: "shown" })).toEqual(["price_status"]);
});

test("a currency outside the contract's list is refused by the name of its field", () => {
  expect(currencyCodes).toHaveLength(170);
  expect(refused(instancePrice, { ...price, currency_code: "EURO" })).toEqual(["currency_code"]);
});

test("decimal amounts of a commitment stay text with all digits, and numbers become text", () => {
  const response = reservationPrice.parse({
    price_status: "SHOW",
    activity_period: "month",
    amount_prices: { commit_price_total: "12000.100000000000000001", commit_price_per_month: 1000.5 },
    resources: [{ unit_size_month: 744, unit_size_total: "8928" }],
  });
  expect(response.amount_prices).toEqual({
    commit_price_total: "12000.100000000000000001",
    commit_price_per_month: "1000.5",
  });
  expect(response.resources).toEqual([{ unit_size_month: "744", unit_size_total: "8928" }]);
});

test("a reservation that was created is read whatever its currency", () => {
  const record = { id: 7, name: "metal", region_id: 76, status: "CREATED", amount_prices: { currency_code: "XYZ" } };
  expect(problems(reservation, record)).toEqual([]);
});
