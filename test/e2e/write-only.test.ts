// Each provider with half of the resources, alternating: previews, plans, updates, policies and the state.
import "./write-only.ts";
