// Each kind with every third behaviour, by turns: 4 s.
import "./transit.ts";
