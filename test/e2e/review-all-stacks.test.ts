// Reviewed and applied in order, once.
import "./review-all-stacks.ts";
