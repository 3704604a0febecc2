// What is refused, and what is applied.
import "./review-apply.ts";
