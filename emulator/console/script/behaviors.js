import { call, useRead } from "./api.js";
import { Choice, Search } from "./table.js";
import { coded, Empty, PageHead, useAct, useConsole } from "./ui.js";
import { html } from "./view.js";

export function Behaviors({ query }) {
  const { summary } = useConsole();
  const act = useAct();
  const values = summary.behaviors;
  const { data } = useRead("behaviors", "");
  const list = (data?.behaviors ?? []).filter(
    (one) =>
      (query.show !== "changed" || values[one.name] !== one.default) &&
      `${one.name} ${one.description}`.toLowerCase().includes((query.find ?? "").toLowerCase()),
  );
  const changed = (data?.behaviors ?? []).filter((one) => values[one.name] !== one.default).length;
  const apply = (preset) => act(() => call("behaviors", "PUT", { preset }), `Preset ${preset} applied.`);
  return html`<${PageHead} title="Behaviors" lead="What the platform does where its documentation leaves room. A robust program works with all of them.">
      <label class="inline">Preset <select value="" onChange=${(event) => event.target.value && apply(event.target.value)}><option value="">Choose…</option>${(data?.presets ?? []).map((name) => html`<option>${name}</option>`)}</select></label>
    <//>
    <div class="bar"><${Search} value=${query.find} label="Search behaviors" /><${Choice} label="Show" name="show" value=${query.show} choices=${[["changed", `changed (${changed})`]]} /></div>
    ${
      data !== undefined && list.length === 0
        ? html`<${Empty} title=${query.find ? "No behavior matches." : "All behaviors have their default."}><p><a href="#/behaviors">Show all</a></p><//>`
        : html`<ul class="plain behaviors">${list.map((one) => html`<${Behavior} key=${one.name} behavior=${one} value=${values[one.name]} />`)}</ul>`
    }`;
}

function Behavior({ behavior, value }) {
  const act = useAct();
  const { name, values, default: first, description } = behavior;
  const change = (event) => {
    const chosen = Array.isArray(values) ? event.target.value : Number(event.target.value);
    act(() => call("behaviors", "PATCH", { [name]: chosen }), `${name} is ${chosen}.`);
  };
  return html`<li><label><span class="grow"><strong class="mono">${name}</strong> ${value !== first && html`<span class="badge busy">changed</span>`}<span class="help">${coded(description)}</span></span>
    ${
      Array.isArray(values)
        ? html`<select value=${value} onChange=${change}>${values.map((one) => html`<option value=${one}>${one}${one === first ? " (default)" : ""}</option>`)}</select>`
        : html`<input type="number" min=${values.min} max=${values.max} value=${value} onChange=${change} />`
    }</label></li>`;
}
