// In process, but slow: the other behaviours, for each provider: 20 s.
import "./lost.ts";
