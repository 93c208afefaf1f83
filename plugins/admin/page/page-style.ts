// The style sheet of the pages without script. The client has its own.
import { createReply, type Reply } from '../../http/reply.js'

const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2430, #e8ecf2); --muted: light-dark(#566274, #aab5c4); --accent: light-dark(#0b5cad, #7cb8ff);
  --line: light-dark(#d3dae3, #3a4554); --ground: light-dark(#fff, #12181f); --panel: light-dark(#f5f7fa, #1c242e);
  --edge: light-dark(#7b8794, #8894a4); --alert: light-dark(#b3261e, #ff9a91);
}
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--ink); background: var(--ground); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -10rem; }
.skip:focus { inset-block-start: 0.5rem; inset-inline-start: 0.5rem; background: var(--ground); padding: 0.5rem 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; justify-content: space-between; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line); }
header a { font-weight: 700; color: inherit; text-decoration: none; }
header form { display: flex; gap: 0.75rem; align-items: center; }
.page { display: grid; grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr); }
nav { padding: 1rem 1.25rem; background: var(--panel); border-inline-end: 1px solid var(--line); }
nav h2 { font-size: 0.8rem; margin: 1rem 0 0.25rem; color: var(--muted); }
nav ul, .issues ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.3rem 0; color: inherit; }
nav a[aria-current] { font-weight: 700; }
main { padding: 1rem 1.25rem 4rem; max-width: 70rem; min-width: 0; }
h1 { font-size: 1.5rem; margin: 0.25rem 0 1rem; }
.door { max-width: 26rem; margin: 2rem auto; }
.field { margin: 0 0 1rem; max-width: 46rem; }
.field label, .field .label { display: block; font-weight: 600; margin-block-end: 0.25rem; }
.field small, .hint { display: block; color: var(--muted); margin-block-start: 0.2rem; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 0.45rem 0.6rem; min-height: 2.5rem; max-width: 100%; }
input:not([type="checkbox"]), textarea { width: 100%; }
input[type="checkbox"] { min-height: 0; margin-inline-end: 0.5rem; }
textarea { min-height: 6rem; }
.code { font-family: ui-monospace, Consolas, monospace; font-size: 0.9rem; }
button { cursor: pointer; font-weight: 600; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--ground); }
[aria-invalid="true"] { border-color: var(--alert); border-width: 2px; }
.issues { border: 1px solid var(--alert); border-inline-start-width: 5px; border-radius: 6px; padding: 0.75rem 1rem; margin: 0 0 1.25rem; }
.issue { color: var(--alert); margin: 0.25rem 0 0; }
.said { background: var(--panel); border-radius: 6px; padding: 0.6rem 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 0 0 1rem; }
.bar label { display: grid; gap: 0.25rem; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: 0.45rem 0.75rem 0.45rem 0; border-block-end: 1px solid var(--line); vertical-align: top; }
th { white-space: nowrap; }
.remove { margin-block-start: 2.5rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
output.token { display: block; overflow-wrap: anywhere; padding: 0.75rem; background: var(--panel); border-radius: 6px; }
@media (max-width: 45rem) { .page { grid-template-columns: minmax(0, 1fr); } nav { border-inline-end: 0; } }
`

export function readPageStyle(): Reply {
  return createReply(pageStyle, 'text/css; charset=utf-8', { 'cache-control': 'no-cache' })
}
