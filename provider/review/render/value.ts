import { shortened } from "./escape.ts";
import type { Span } from "./screen.ts";

/** A longer value would push the rest off the screen; review.json has all of it. */
const maxValueLength = 120;

/** Foreign text, shortened. */
export function value(text: string, maxLength = maxValueLength): Span {
  return { value: shortened(text, maxLength) };
}
