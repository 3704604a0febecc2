// Each kind under the remaining presets: 10 s.
import "./native.ts";
