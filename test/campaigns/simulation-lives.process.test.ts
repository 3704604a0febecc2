// Not real processes, but forty lives: 16 s.
import "./simulation.ts";
