import { type Field, type Form, type Rules, text } from "./field.ts";

/** Forms of text that the contract states. */

const form = (says: string, good: Form["good"], bad: readonly string[]): Form => ({ says, good, bad });

const uuidText = "7f3c2a10-5b6d-4e8f-9a01-2b3c4d5e6f70";

export const forms = {
  uuid: form("UUID", [uuidText], ["", "edge-1", "7f3c2a10"]),
  uuidOrEmpty: form("UUID or empty", [uuidText, ""], ["edge-1"]),
  seconds: form("<seconds>s", ["4s", "1s"], ["", "s", "soon", "1 s"]),
  timeOfDay: form("HH:MM", ["08:30", "23:59"], ["", "8h30", "25:00"]),
  dateTime: form(
    "RFC 3339 date-time",
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05+02:00", "2026-01-02T03:04:05.678Z"],
    ["", "yesterday", "2026-01-02", "03:04:05"],
  ),
  ipv4: form("IPv4 address", ["203.0.113.7"], ["", "2001:db8::1", "203.0.113.256", "localhost"]),
  cidr4: form("IPv4 CIDR", ["10.42.0.0/16"], ["", "10.42.0.0", "fd00:42::/64", "10.42.0.0/33"]),
  cidr6: form("IPv6 CIDR", ["fd00:42::/64"], ["", "fd00:42::", "10.42.0.0/16", "fd00:42::/129"]),
  network: form("CIDR block", ["192.0.2.0/24"], ["", "everyone", "192.0.2.0/33"]),
  staleToken: form("http_<status>", ["http_500", "http_404"], ["", "500"]),
  taint: form("<value>:<effect>", ["edge:NoSchedule"], ["", "edge"]),
  statusKey: form("status code", ["404", "200"], ["", "soon"]),
} as const;

export const uuid = (rules: Rules = {}): Field => text({ form: forms.uuid, ...rules });
export const seconds = (rules: Rules = {}): Field => text({ form: forms.seconds, ...rules });

/** In responses. Read as text, because zone and precision differ between the contract's samples. */
export const timestamp = (rules: Rules = {}): Field => text({ sample: "2026-01-02T03:04:05Z", ...rules });
export const day = (rules: Rules = {}): Field => text({ sample: "2026-01-02", ...rules });
/** A decimal as text. */
export const decimal = (rules: Rules = {}): Field => text({ sample: "12.50", ...rules });
