// Previews that a pack stops, and several packs: 5 s.
import "./policies.ts";
