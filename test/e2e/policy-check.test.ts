// What a check finds, refuses and leaves as it was: 12 s.
import "./policy-check.ts";
