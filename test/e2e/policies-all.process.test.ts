// The same with previews and several packs: 12 s.
import "./policies.ts";
