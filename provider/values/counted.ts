/** `1 stack`, `3 stacks`: a number and its noun, whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
