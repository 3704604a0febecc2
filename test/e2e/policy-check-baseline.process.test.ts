// The same, and a baseline over four checks of new stacks: 18 s.
import "./policy-check.ts";
