// One review and apply, in order.
import "./review-all-stacks.ts";
