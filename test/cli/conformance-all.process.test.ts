// Not real processes, but each behaviour, and more sets of them: 9 s.
import "./conformance.ts";
