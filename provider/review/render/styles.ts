/** Colours have a contrast of at least 4.5 in light and dark (WCAG AA); the test in a browser measures it. */
export const styles = `:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #57606a; --line: #d0d7de; --code: #eff1f4;
  --bad: #a40e26; --warn: #7d4e00; --good: #0f5f2a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9da7b3; --line: #30363d; --code: #1c2430;
  --bad: #ff8f9c; --warn: #e3b341; --good: #56d364; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { border-left: .5rem solid var(--good); padding-left: 1rem; }
header.attention { border-color: var(--warn); }
header.blocked { border-color: var(--bad); }
h1 { font-size: 1.4rem; margin: 0; }
.verdict { font-size: 1.1rem; }
h2 { font-size: 1.1rem; border-bottom: 1px solid var(--line); margin: 1.5rem 0 .5rem; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin: .25rem 0; }
li.bad > strong:first-child { color: var(--bad); }
li.warn > strong:first-child { color: var(--warn); }
li.good > strong:first-child { color: var(--good); }
li.bad::marker { color: var(--bad); }
li.warn::marker { color: var(--warn); }
code { background: var(--code); border-radius: .2rem; padding: .1rem .3rem; font: .875em ui-monospace, monospace; white-space: pre-wrap; }
footer { border-top: 1px solid var(--line); margin-top: 2rem; color: var(--soft); }
footer code { color: var(--ink); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #333; --line: #999; --code: #fff; --bad: #800; --warn: #540; --good: #040; }
  body { max-width: none; font-size: 10pt; padding: 0; } section, li { break-inside: avoid-page; } code { border: 1px solid var(--line); } }`;
