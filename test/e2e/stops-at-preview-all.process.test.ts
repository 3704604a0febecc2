// Each kind by the other provider: 9 s.
import "./stops-at-preview.ts";
