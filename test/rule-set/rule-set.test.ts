// Without what one preview each shows.
import "./rule-set.ts";
