// Rules that come later, every wrong list of rules, and thirty rules of a killed run: 10 s.
import "./rule-set.ts";
