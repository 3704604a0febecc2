/** Colors have a contrast of at least 4.5 in light and dark mode (WCAG AA); the browser test measures it. */
export const styles = `:root { color-scheme: light dark; --ink: #1b1f24; --page: #f3f5f7; --paper: #fff; --soft: #57606a; --line: #d0d7de; --code: #eff1f4;
  --bad: #a40e26; --bad-soft: #fdecee; --warn: #7d4e00; --warn-soft: #fff4dc; --good: #0f5f2a; --good-soft: #e6f6ea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --page: #0b0f14; --paper: #121820; --soft: #9da7b3; --line: #2c343e; --code: #1e2732;
  --bad: #ff8f9c; --bad-soft: #2c1519; --warn: #e3b341; --warn-soft: #2a2110; --good: #56d364; --good-soft: #10251a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, section, footer { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; }
header { border-left: .5rem solid var(--good); background: var(--good-soft); }
header.attention { border-left-color: var(--warn); background: var(--warn-soft); }
header.blocked { border-left-color: var(--bad); background: var(--bad-soft); }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0; }
.verdict { font-size: 1.05rem; margin: .25rem 0 1rem; }
.verdict > strong:first-child { display: block; font-size: 1.9rem; line-height: 1.2; color: var(--good); }
.attention .verdict > strong:first-child { color: var(--warn); }
.blocked .verdict > strong:first-child { color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .5rem; margin: 0; }
.tiles div { display: flex; flex-direction: column-reverse; justify-content: flex-end; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
.tiles dt { color: var(--soft); font-size: .8rem; }
.tiles dd { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.2; }
.tiles .wide { grid-column: span 2; }
.tiles .none dd { color: var(--soft); font-weight: 400; }
.tiles .bad { border-color: var(--bad); } .tiles .bad dd { color: var(--bad); }
.tiles .warn { border-color: var(--warn); } .tiles .warn dd { color: var(--warn); }
.tiles .good dd { color: var(--good); }
.counts { color: var(--soft); font-size: .85rem; margin: .75rem 0 0; }
nav { position: sticky; top: 0; z-index: 1; display: flex; gap: .4rem; overflow-x: auto; padding: .6rem 0; background: var(--page); }
nav a { flex: none; color: var(--ink); text-decoration: none; border: 1px solid var(--line); border-radius: 1rem; padding: .15rem .7rem; font-size: .85rem; background: var(--paper); }
nav a:hover, nav a:focus-visible { border-color: var(--ink); }
nav b { color: var(--soft); font-weight: 600; }
main { display: grid; gap: .75rem; }
section { scroll-margin-top: 3.2rem; min-width: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
summary { cursor: pointer; } summary h2 { display: inline; margin: 0; } details[open] summary { margin-bottom: .5rem; }
main ul { list-style: none; margin: 0; padding: 0; }
main > section > ul > li, details > ul > li { border-top: 1px solid var(--line); padding: .45rem 0 .45rem .75rem; border-left: 3px solid transparent; }
main li.bad { border-left-color: var(--bad); }
main li.warn { border-left-color: var(--warn); }
main li.good { border-left-color: var(--good); }
main li ul { margin: .25rem 0 0; }
main li li { color: var(--soft); padding: .1rem 0 .1rem 1rem; }
main li li code { color: var(--ink); }
li.bad > strong:first-child { color: var(--bad); }
li.warn > strong:first-child { color: var(--warn); }
li.good > strong:first-child { color: var(--good); }
code { background: var(--code); border-radius: .25rem; padding: .1rem .3rem; font: .875em ui-monospace, monospace; white-space: pre-wrap; }
header + main { margin-top: .75rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; white-space: nowrap; }
th { color: var(--soft); font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.long { white-space: normal; min-width: 14rem; }
tr.total td { font-weight: 600; border-bottom: 0; }
footer { margin-top: .75rem; color: var(--soft); font-size: .85rem; }
footer code { color: var(--ink); }
footer ul { margin: 0; padding-left: 1.25rem; }
footer dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dd { margin: 0; }
@media (max-width: 40rem) { body { padding: .5rem; font-size: 14px; } header, section, footer { padding: .75rem; border-radius: .5rem; }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(5.2rem, 1fr)); } .tiles dd { font-size: 1.2rem; } .tiles dt { font-size: .72rem; }
  .verdict > strong:first-child { font-size: 1.5rem; } footer dl { grid-template-columns: 1fr; } footer dd { margin-bottom: .5rem; }
  table, tbody, tr, td { display: block; } thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  td, td.long { display: grid; grid-template-columns: 6.5rem 1fr; border: 0; padding: .1rem 0; text-align: left; white-space: normal; min-width: 0; }
  td.number { text-align: left; } td:empty { display: none; }
  td::before { content: attr(data-label); color: var(--soft); } }
@media print { :root { color-scheme: light; --ink: #000; --page: #fff; --paper: #fff; --soft: #333; --line: #999; --code: #fff; --bad: #800; --bad-soft: #fff;
  --warn: #540; --warn-soft: #fff; --good: #040; --good-soft: #fff; }
  body { max-width: none; font-size: 10pt; padding: 0; } nav { display: none; } section, li { break-inside: avoid-page; }
  code { border: 1px solid var(--line); } }`;
