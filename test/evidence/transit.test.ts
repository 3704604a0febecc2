// Each kind with every fourth behaviour, by turns of both providers: 10 s.
import "./transit.ts";
