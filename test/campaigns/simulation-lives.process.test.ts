// Not real processes, but 36 more lives: 14 s.
import "./simulation.ts";
