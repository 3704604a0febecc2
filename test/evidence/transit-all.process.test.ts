// Not real processes, but each kind with each behaviour by both providers: 30 s.
import "./transit.ts";
