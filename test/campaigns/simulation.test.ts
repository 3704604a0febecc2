// Eight lives: 5 s.
import "./simulation.ts";
