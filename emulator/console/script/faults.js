import { $, act, call, keep, make, span } from "./dom.js";

export function showFaults(faults) {
  $("no-faults").hidden = faults.length > 0;
  keep(
    $("fault-list"),
    faults,
    (fault) => fault.id,
    ({ id, name, hits, met: _met, seed: _seed, ...rest }) => {
      const details = Object.entries(rest).map(([key, value]) => `${key} ${value}`);
      const end = () => act(() => call(`faults/${id}`, "DELETE"), `Fault ${name} ended.`);
      return make(
        "li",
        { className: "line" },
        span(name, "warn"),
        span(details.join(", "), "grow"),
        span(`${hits} hits`, "soft"),
        make("button", { type: "button", textContent: "End", ariaLabel: `End fault ${name} ${id}`, onclick: end }),
      );
    },
  );
}
