// Not real processes, but a cancel at each read of each operation: 11 s.
import "./cancelled.ts";
