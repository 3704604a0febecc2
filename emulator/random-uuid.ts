import { clock } from "@cloudplatform/pulumi/values";

/** A random UUID of the platform. It uses the clock's random numbers, so that a simulation with its own clock reproduces it. */
export function randomUuid(): string {
  let hex = "";
  while (hex.length < 32) hex += "0123456789abcdef"[Math.floor(clock.random() * 16)];
  // Version 4, variant 1 (RFC 9562).
  const [variant = "8"] = "89ab"[Math.floor(clock.random() * 4)] ?? "8";
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
