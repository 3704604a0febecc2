import { shortened } from "./escape.ts";
import type { Span } from "./screen.ts";

/** A longer value would push the rest off the screen; review.json has the full value. */
const maxValueLength = 120;

/** Foreign text, truncated. */
export function value(text: string, maxLength = maxValueLength): Span {
  return { value: shortened(text, maxLength) };
}
