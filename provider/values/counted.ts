/** Returns a number with its noun, whose plural ends in s: `1 stack`, `3 stacks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
