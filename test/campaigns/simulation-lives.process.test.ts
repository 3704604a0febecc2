// Not real processes, but 16 more lives: 6 s.
import "./simulation.ts";
