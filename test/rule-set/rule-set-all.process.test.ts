// Rules that become known later, every invalid list of rules, and 30 rules of a killed run: 10 s.
import "./rule-set.ts";
