// Not real processes, but a cancel before and after each request of each operation: 11 s.
import "./cancelled.ts";
