// Four lives: 4 s.
import "./simulation.ts";
