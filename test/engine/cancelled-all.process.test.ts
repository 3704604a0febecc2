// Not real processes, but a cancel before and after each write of each operation, and of more reads: 8 s.
import "./cancelled.ts";
