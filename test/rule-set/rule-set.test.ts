// Without the cases that need a separate preview each.
import "./rule-set.ts";
