// Settings that are secret, and secrets that transforms add, by each kind of provider: 12 s.
import "./secrets-settings.ts";
