// Also interrupts the command in its own process: 22 s.
import "./review-apply.ts";
