// Each kind by both providers: 14 s.
import "./stops-at-preview.ts";
