import { call, useRead } from "./api.js";
import { Ago, utc } from "./time.js";
import { Confirm, Empty, PageHead, plural, useAct, useConsole } from "./ui.js";
import { html, useState } from "./view.js";

export function Snapshots() {
  const { summary } = useConsole();
  const act = useAct();
  const [version, setVersion] = useState(0);
  const { data: snapshots } = useRead("snapshots", `${version} ${summary.revision}`);
  const change = async (action, done) => {
    await act(action, done);
    setVersion((before) => before + 1);
  };
  const save = async (event) => {
    event.preventDefault();
    const form = event.target;
    const name = form.elements.name.value.trim() || `Snapshot of ${utc(Date.now())}`;
    await change(() => call("snapshots", "POST", { name }), `Snapshot “${name}” saved.`);
    form.reset();
  };
  const restore = ({ id, name }) => change(() => call(`snapshots/${id}/restore`, "POST"), `Back at “${name}”.`);
  const remove = ({ id, name }) => change(() => call(`snapshots/${id}`, "DELETE"), `Snapshot “${name}” removed.`);
  const reset = () => change(() => call("reset", "POST"), "The initial data is back.");
  return html`<${PageHead} title="Snapshots" lead="Save the whole platform, try something, and go back: objects, tasks, clock, history and behaviors.">
      <${Confirm} label="Reset to initial data" title="Reset the platform?" text="All objects, tasks, requests and faults are removed, and the seed is applied again. Snapshots stay." action=${reset} />
    <//>
    <form class="bar" onSubmit=${save}><label class="search"><span class="hidden">Name of the snapshot</span><input name="name" placeholder="Name, such as “before the upgrade”" maxlength="100" autocomplete="off" /></label><button type="submit" class="primary">Save snapshot</button></form>
    ${
      snapshots !== undefined && snapshots.length === 0
        ? html`<${Empty} title="No snapshots yet."><p>Save one before a risky <code>pulumi up</code>; going back takes a second. To go back with a stack, too, keep its state with <code>pulumi stack export</code>.</p><//>`
        : html`<ul class="plain snapshots">${(snapshots ?? []).map(
            (snapshot) => html`<li key=${snapshot.id}><span class="grow"><strong>${snapshot.name}</strong>
              <span class="help">${plural(snapshot.records, "object")}, platform time ${utc(snapshot.platformTime)}, saved <${Ago} at=${snapshot.savedAt} real=${true} /></span></span>
              <${Confirm} label="Go back" danger=${false} name="Go back to ${snapshot.name}" title="Go back to “${snapshot.name}”?" text="Everything since then is lost, unless you save a snapshot of it first." action=${() => restore(snapshot)} />
              <${Confirm} label="Remove" name="Remove ${snapshot.name}" title="Remove “${snapshot.name}”?" text="The platform stays as it is." action=${() => remove(snapshot)} /></li>`,
          )}</ul>`
    }`;
}
