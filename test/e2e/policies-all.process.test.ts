// Previews stopped by a pack, and several packs: 5 s.
import "./policies.ts";
