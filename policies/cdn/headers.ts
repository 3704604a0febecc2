import type { Value } from "../engine/value.ts";
import { isOn } from "./options.ts";

/** A header that a rule template sets. */
export interface Header {
  /** In lower case, because header names are case-insensitive. */
  name: string;
  /** The name as declared. */
  key: string;
  /** One text or a list of texts. */
  value: Value;
  texts: string[];
}

/** Headers added to responses, by the current option and by the legacy one. */
export function responseHeaders(options: Value): Header[] {
  const modern = options.get("static_response_headers");
  const legacy = options.get("staticHeaders");
  return [
    ...(isOn(modern)
      ? modern
          .get("value")
          .elements()
          .flatMap((one) => headerOf(one.get("name").text(), one.get("value")))
      : []),
    ...(isOn(legacy) ? mapOf(legacy) : []),
  ];
}

/** Headers that a template declares for requests to the origin. The state has them even if the option is off. */
export function requestHeaders(options: Value): Header[] {
  return mapOf(options.get("staticRequestHeaders"));
}

function mapOf(option: Value): Header[] {
  return option
    .get("value")
    .entries()
    .flatMap(([name, value]) => headerOf(name, value));
}

function headerOf(name: string | undefined, value: Value): Header[] {
  if (name === undefined) return [];
  const texts = [value, ...value.elements()].flatMap((one) => one.text()?.trim() ?? []);
  return [{ name: name.trim().toLowerCase(), key: name, value, texts }];
}
