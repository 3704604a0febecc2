import { call } from "./api.js";
import { progressOf } from "./progress.js";
import { objectAddress, to } from "./router.js";
import { span, useTick } from "./time.js";
import { Confirm, State, useAct } from "./ui.js";
import { html } from "./view.js";

/** Buttons that end a task now: successfully, or with an error. */
export function EndTask({ task, small = true }) {
  const act = useAct();
  const end = (body, done) => act(() => call(`tasks/${encodeURIComponent(task.id)}`, "POST", body), done);
  const what = `${task.task_type} ${task.subject ?? task.work?.subject ?? ""}`;
  return html`<span class="task-actions">
    <button type="button" class=${small ? "small" : ""} aria-label="Finish now: ${what}" onClick=${() => end({ state: "FINISHED" }, "The task has finished.")}>Finish now</button>
    <${Confirm} label="Fail now" name="Fail now: ${what}" small=${small} title="Fail this task?" text="The task ends in ERROR, as it would on the platform. A failed create removes the object." action=${() => end({ state: "ERROR", error: "Failed from the console." }, "The task has failed.")} />
  </span>`;
}

/** A running task as a list item. */
export function TaskRow({ task }) {
  useTick();
  const { percent, left } = progressOf(task);
  return html`<li class="task-row">
    <div class="task-line"><a href=${to(["tasks", task.id])}>${task.task_type}</a> <${State} value=${task.state} />
      <a class="soft" href=${objectAddress("clusters", task.subject)}>${task.subject}</a></div>
    <progress max="100" value=${percent} aria-label="Progress of ${task.task_type} ${task.subject}"></progress>
    <div class="task-line"><span class="soft">${left === null ? "stalled by a fault" : `${percent} %, ${span(left)} left`}</span><${EndTask} task=${task} /></div>
  </li>`;
}
