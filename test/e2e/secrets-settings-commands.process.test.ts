// What commands print and write of them: 20 s.
import "./secrets-settings.ts";
