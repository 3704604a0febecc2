// All of a set's life with the CLI, with every wrong list of rules: 20 s.
import "./rule-set.ts";
