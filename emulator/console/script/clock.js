import { $ } from "./dom.js";

export function showClock(clock) {
  $("now").textContent = clock.now.replace("T", " ").replace(/\.\d+Z/, " UTC");
  $("now").dateTime = clock.now;
  $("pace").textContent = clock.paused ? "paused" : clock.speed === 1 ? "" : `at ${clock.speed} times real time`;
  $("pause").setAttribute("aria-pressed", String(clock.paused));
  $("pause").textContent = clock.paused ? "Resume" : "Pause";
  const speed = $("speed-form").elements.speed;
  if (document.activeElement !== speed) speed.value = clock.speed;
}
