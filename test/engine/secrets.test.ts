// Properties that rule templates and rule sets share are tested in one of the two: 5 s.
import "./secrets.ts";
