// Styles of the frame: bar, menu, palette, sign-in page and start screen.

export const shellStyle = `
.frame { display: grid; grid-template: "bar bar" 3.25rem "side main" 1fr / 14.5rem minmax(0, 1fr); min-height: 100vh; }
.bar {
  grid-area: bar; position: sticky; inset-block-start: 0; z-index: 15; display: flex; gap: 0.75rem; align-items: center; padding-inline: 1rem;
  background: var(--panel); border-block-end: 1px solid var(--line);
}
.bar .brand { display: flex; gap: 0.55rem; align-items: center; min-width: 12.5rem; color: inherit; font-weight: 650; text-decoration: none; }
.brand-mark { flex: none; inline-size: 1.15rem; block-size: 1.15rem; border-radius: 5px; background: linear-gradient(135deg, var(--accent) 50%, color-mix(in oklab, var(--accent), var(--panel) 55%) 50%); }
.menu-button { display: none; }
.search-button { flex: 0 1 26rem; justify-content: flex-start; color: var(--quiet); font-weight: 450; background: var(--ground); border-color: var(--line); }
.search-button span { flex: 1; text-align: start; }
.to-shop, .account-menu { margin-inline-start: auto; }
.to-shop { border-color: transparent; background: none; }
.to-shop + .account-menu { margin-inline-start: 0; }
.account-menu > button { border-color: transparent; }
.account-name { max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.side { grid-area: side; border-inline-end: 1px solid var(--line); background: var(--panel); }
.menu { position: sticky; inset-block-start: 3.25rem; max-height: calc(100vh - 3.25rem); overflow: auto; padding: 0.75rem 0.6rem 2rem; }
.menu ul { list-style: none; }
.menu h2 { margin: 1.1rem 0.65rem 0.3rem; font-size: 0.8rem; font-weight: 600; color: var(--quiet); }
.menu a { display: block; padding: 0.32rem 0.65rem; border-radius: 6px; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
.menu a:hover { background: var(--hover); }
.menu a[aria-current] { background: var(--accent-soft); font-weight: 600; box-shadow: inset 3px 0 0 var(--accent); }
:dir(rtl) > .menu a[aria-current] { box-shadow: inset -3px 0 0 var(--accent); }
main#main { grid-area: main; min-width: 0; }
.beginning { margin-block-end: 1.5rem; }
.beginning ol { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem 1.5rem; margin: 0; padding-inline-start: 1.2rem; }
.beginning p { margin-block-start: 0.4rem; }
.today { margin-block-end: 1.5rem; }
.today h2 { margin-block-end: 0.6rem; }
.today ul { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: 0.75rem; }
.tile { display: flex; gap: 0.75rem; align-items: baseline; padding: 0.9rem 1rem; height: 100%; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: inherit; text-decoration: none; box-shadow: var(--shade); }
.tile strong { font-size: 1.45rem; font-variant-numeric: tabular-nums; color: var(--accent); }
.tile.urgent { border-inline-start: 4px solid var(--warn); }
.tile:hover { background: var(--hover); }
.areas { columns: 17rem; column-gap: 1rem; }
.areas .card { break-inside: avoid; margin-block: 0 1rem; }
.areas h2 { margin-block-end: 0.5rem; }
.areas ul { list-style: none; }
.areas a { display: block; padding: 0.25rem 0; color: inherit; text-decoration: none; }
.areas a:hover { color: var(--accent); text-decoration: underline; }
.door { display: grid; place-items: center; min-height: 100vh; padding: 1rem; }
.door .card { width: min(24rem, 100%); padding: 2rem; }
.door .brand { color: var(--quiet); font-weight: 600; margin-block-end: 0.25rem; }
.door h1 { margin-block-end: 1.25rem; }
.door-form .primary { margin-block-start: 1.25rem; }
.keys > div { display: flex; justify-content: space-between; gap: 1rem; padding: 0.45rem 0; border-block-end: 1px solid var(--line); flex-direction: row-reverse; }
.palette { margin-block-start: 12vh; width: min(38rem, calc(100vw - 2rem)); }
.palette .dialog-body { padding: 0; }
.palette input { min-height: 3.25rem; padding-inline: 1.1rem; border: 0; border-block-end: 1px solid var(--line); border-radius: 0; font-size: 1.1rem; }
.palette input:focus-visible { outline: none; box-shadow: inset 0 -2px 0 var(--accent); }
.palette ul { max-height: 50vh; overflow: auto; padding: 0.4rem; list-style: none; }
.palette li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.5rem 0.75rem; border-radius: 6px; cursor: pointer; }
.palette li[aria-selected=true] { background: var(--accent-soft); }
.palette .nothing { padding: 1rem; }
.once { display: grid; gap: 0.5rem; }
.rows { list-style: none; }
.rows li { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding-block: 0.65rem; border-block-start: 1px solid var(--line); }
.row-title { overflow-wrap: anywhere; }
.card > p + form { margin-block-start: 0.9rem; }
.secret { font-size: 1.1rem; letter-spacing: 0.06em; overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  .frame { grid-template: "bar" 3.25rem "main" 1fr / minmax(0, 1fr); }
  .menu-button { display: inline-flex; }
  .bar { padding-inline: 0.5rem; gap: 0.4rem; }
  .bar .brand { min-width: 0; }
  .side { display: none; }
  .menu-open .side { display: block; position: fixed; inset: 3.25rem 0 0; z-index: 14; border: 0; }
  .menu-open main#main { visibility: hidden; }
  .menu a { padding-block: 0.55rem; }
  .search-button { flex: 1; }
  .search-button kbd { display: none; }
}
@media (max-width: 40rem) {
  .bar { gap: 0.2rem; padding-inline: 0.25rem; }
  .bar :is(button, .button) { padding-inline: 0.45rem; }
  .bar .brand { min-width: 1.5rem; min-height: 1.5rem; justify-content: center; }
  .brand-name, .account-name, .to-shop span { display: none; }
  .search-button span { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
}
@media (forced-colors: active) {
  .menu a[aria-current], .palette li[aria-selected=true] { outline: 2px solid Highlight; outline-offset: -2px; }
}
`
