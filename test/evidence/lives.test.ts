// Each resource with every 15th row of behaviors: 9 s.
import "./lives.ts";
