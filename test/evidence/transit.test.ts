// Each kind with every second behaviour, by turns: 5 s.
import "./transit.ts";
