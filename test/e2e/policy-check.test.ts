// What a check finds, refuses and leaves unchanged: 12 s.
import "./policy-check.ts";
