// Also the command as a process of its own, which is interrupted: 22 s.
import "./review-apply.ts";
