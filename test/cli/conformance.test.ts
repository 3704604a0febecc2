// A third of the behaviors: 5 s.
import "./conformance.ts";
