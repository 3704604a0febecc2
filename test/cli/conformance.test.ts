// Every second behaviour: 5 s.
import "./conformance.ts";
