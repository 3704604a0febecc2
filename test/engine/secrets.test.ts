// Of the properties that rule templates and rule sets share, each in one of the two: 5 s.
import "./secrets.ts";
