// In process, but slow: the other properties of rule templates and sets: 4 s.
import "./secrets.ts";
