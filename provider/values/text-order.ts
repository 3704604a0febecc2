/**
 * Order of two texts, by code unit: the same on every machine. `localeCompare` asks the locale of the process, by which "ch" stands after
 * "h", or "z" before "t", and two machines would write one list in two orders.
 */
export function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
