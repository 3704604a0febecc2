// Refused and applied changes.
import "./review-apply.ts";
