// Adds style sheets by script, because the page's security policy forbids inline styles.

/** Base styles: colours, typography, buttons, fields, dialogs and notifications. */
const baseStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1b2130, #e6e9f0); --quiet: light-dark(#5a6478, #a0aabd); --accent: light-dark(#3b4fd8, #9aa8ff);
  --on-accent: light-dark(#fff, #10152b); --accent-soft: light-dark(#eef0fd, #232a4d); --ground: light-dark(#f6f7f9, #12151c);
  --panel: light-dark(#fff, #1a1e28); --line: light-dark(#e1e5ec, #2d3442); --edge: light-dark(#7d8798, #7f8aa0);
  --hover: light-dark(#f0f2f6, #232936); --danger: light-dark(#b3202c, #ff9a9a); --danger-soft: light-dark(#fdeeee, #3b2026);
  --good: light-dark(#1b6e3c, #7fd6a0); --warn: light-dark(#8a5300, #f2bd6b); --warn-soft: light-dark(#fdf4e3, #38301f);
  --shade: 0 1px 2px light-dark(#1b21300d, #0006); --lift: 0 12px 40px light-dark(#1b213033, #000a);
  --round: 8px; --control: 2.25rem;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-block: 7rem 6rem; }
body { margin: 0; max-width: none; padding: 0; background: var(--ground); color: var(--ink); font: inherit; }
h1, h2, h3, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; }
h1 { font-size: 1.45rem; line-height: 1.25; letter-spacing: -0.01em; font-weight: 650; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 1rem; line-height: 1.35; font-weight: 620; }
h3 { font-size: 0.95rem; font-weight: 600; }
a { color: var(--accent); text-underline-offset: 2px; }
code, kbd, pre, .mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.93em; }
pre { margin: 0; padding: 0.75rem; overflow: auto; background: var(--ground); border: 1px solid var(--line); border-radius: var(--round); }
code, kbd, pre:not([dir]), textarea.mono { direction: ltr; unicode-bidi: isolate; }
:dir(rtl) > input:is([dir=ltr], [type=email]) { direction: ltr; text-align: right; }
kbd {
  padding: 0.05rem 0.35rem; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); color: var(--quiet);
  font-size: 0.8rem; white-space: nowrap;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.icon { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; flex: none; }
:dir(rtl) > .turns { display: inline-block; scale: -1 1; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-block-start: -10rem; }
.skip:focus { inset-block-start: 0.5rem; inset-inline-start: 0.5rem; z-index: 9; padding: 0.5rem 1rem; background: var(--panel); border-radius: var(--round); }
.quiet-text, .lead, .help { color: var(--quiet); }
.lead { max-width: 44rem; margin-block-end: 1.25rem; }
.space { flex: 1; }
.loading { padding: 3rem 1.5rem; color: var(--quiet); text-align: center; animation: late 0.6s step-end; }
@keyframes late { from { opacity: 0; } }
.page { max-width: 78rem; margin-inline: auto; padding: 1.5rem clamp(1rem, 3vw, 2rem) 4rem; }
.page.wide { max-width: none; }
.page.narrow { max-width: 46rem; }
.page-head { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: center; justify-content: space-between; margin-block-end: 1.25rem; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; box-shadow: var(--shade); }
.card + .card, .lead + .card { margin-block-start: 1rem; }
.card > h2, .card-head { margin-block-end: 1rem; }
.card-head { display: flex; gap: 1rem; align-items: center; justify-content: space-between; }
button, .button {
  display: inline-flex; gap: 0.4rem; align-items: center; justify-content: center; min-height: var(--control); padding: 0.3rem 0.8rem;
  border: 1px solid var(--line); border-radius: var(--round); background: var(--panel); color: var(--ink); font: inherit; font-weight: 550;
  line-height: 1.2; text-decoration: none; cursor: pointer; transition: background 0.12s, border-color 0.12s;
}
button:hover, .button:hover { background: var(--hover); border-color: var(--edge); }
button:disabled { opacity: 0.55; cursor: default; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.primary:hover { background: color-mix(in oklab, var(--accent), var(--ink) 18%); border-color: transparent; }
.danger { color: var(--danger); border-color: color-mix(in oklab, var(--danger), var(--panel) 60%); }
.danger:hover { background: var(--danger-soft); border-color: var(--danger); }
.large { min-height: 2.75rem; width: 100%; }
.quiet, .link, .icon-button { border-color: transparent; background: none; }
.icon-button, .icon-only { min-width: var(--control); padding: 0; font-size: 1.2rem; color: var(--quiet); }
.icon-only { font-size: inherit; }
.link { min-height: 0; padding: 0; text-align: start; color: inherit; text-decoration: underline; font-weight: inherit; }
.link:hover { background: none; border-color: transparent; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
:is(.field, .choices, .form-failure, .wrong) + .buttons, .card p + button, .choices + .field { margin-block-start: 1rem; }
input:not([type=checkbox]):not([type=radio]), select, textarea, .rich-field {
  width: 100%; min-height: var(--control); padding: 0.35rem 0.65rem; border: 1px solid var(--edge); border-radius: var(--round);
  background: var(--panel); color: var(--ink); font: inherit;
}
textarea { field-sizing: content; min-height: 5rem; max-height: 60vh; resize: vertical; line-height: 1.5; }
.mono { font-size: 0.9rem; }
select { width: auto; max-width: 100%; padding-inline-end: 0.4rem; }
input::placeholder { color: var(--quiet); opacity: 1; }
input[type=checkbox], input[type=radio] { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--accent); flex: none; }
:is(input, select, textarea, .rich-field):focus-visible { outline-offset: -1px; border-color: var(--accent); }
[aria-invalid=true] { border-color: var(--danger) !important; }
:disabled:is(input, select, textarea) { background: var(--ground); color: var(--quiet); opacity: 1; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; min-width: 0; align-content: start; justify-items: stretch; }
.field > select { justify-self: start; }
.field + .field { margin-block-start: 1rem; }
label, .label { font-weight: 550; }
.help { font-size: 0.9rem; max-width: 40rem; }
.wrong, .form-failure { color: var(--danger); font-weight: 550; list-style: none; }
.form-failure:not(:empty) { margin-block: 0.75rem; }
.badge { display: inline-flex; white-space: nowrap; padding: 0.05rem 0.5rem; border-radius: 1rem; background: var(--accent-soft); color: var(--ink); font-size: 0.85rem; font-weight: 550; }
.lacks-texts { margin-inline-start: 0.4rem; padding: 0 0.35rem; border-radius: 0.3rem; background: var(--warn-soft); color: var(--ink); font-size: 0.75rem; font-weight: 550; white-space: nowrap; }
.badge.revoked, .badge.expired { background: var(--danger-soft); }
.chips { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; }
.chip { min-height: 1.75rem; padding: 0.1rem 0.6rem; border-radius: 1rem; background: var(--accent-soft); border-color: transparent; font-weight: 450; }
.switch {
  position: relative; inline-size: 40px; min-height: 24px; block-size: 24px; padding: 0; border-radius: 1rem; border: 1px solid var(--edge);
  background: var(--ground); vertical-align: middle; flex: none;
}
.switch::before {
  content: ""; position: absolute; inset-block-start: 3px; inset-inline-start: 3px; inline-size: 16px; block-size: 16px; border-radius: 50%;
  background: var(--edge); transition: translate 0.12s;
}
.switch[aria-checked=true] { background: var(--accent); border-color: var(--accent); }
.switch[aria-checked=true]::before { background: var(--on-accent); translate: 16px 0; }
:dir(rtl) > .switch[aria-checked=true]::before { translate: -16px 0; }
.connection-test { display: flex; flex-wrap: wrap; gap: 0.5rem 0.9rem; align-items: center; }
.with-button { display: flex; gap: 0.5rem; align-items: start; }
.with-button > :first-child { flex: 1; min-width: 0; }
.popup {
  position: absolute; z-index: 20; inset-block-start: calc(100% + 4px); min-width: 12rem; max-width: calc(100vw - 2rem); max-height: min(24rem, 60vh); overflow: auto; padding: 0.3rem;
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--lift); list-style: none;
}
.popup[hidden] { display: none; }
.popup-heading { padding: 0.5rem 0.6rem 0.15rem; font-size: 0.82rem; color: var(--quiet); overflow: hidden; text-overflow: ellipsis; }
.popup > button, .popup > li {
  display: flex; width: 100%; min-height: 2rem; justify-content: flex-start; gap: 0.75rem; padding: 0.3rem 0.6rem; border: 0; border-radius: 6px; background: none;
  font-weight: 450; text-align: start; cursor: pointer; align-items: center;
}
.popup > :is(button:hover, button:focus-visible, li[aria-selected=true]) { background: var(--hover); }
.popup > li { justify-content: space-between; }
.popup [role=menuitemcheckbox]::before { content: ""; inline-size: 0.9rem; flex: none; }
.popup [aria-checked=true]::before { content: "✓"; color: var(--accent); }
.popup .destructive { color: var(--danger); }
.popup .offer-new { color: var(--accent); font-weight: 550; border-block-start: 1px solid var(--line); border-radius: 0; }
.menu-button-box { position: relative; }
.menu-button-box > .popup { inset-inline-end: 0; }
.nothing { color: var(--quiet); padding: 0.5rem 0.6rem; cursor: default; }
.dialog {
  width: min(34rem, calc(100vw - 2rem)); max-height: calc(100vh - 3rem); padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--panel);
  color: var(--ink); box-shadow: var(--lift); overflow: auto;
}
.dialog.wide { width: min(60rem, calc(100vw - 2rem)); }
.dialog::backdrop { background: light-dark(#1b213066, #000a); }
.dialog-body { padding: 1.25rem; }
.dialog-body > header { display: flex; gap: 1rem; justify-content: space-between; align-items: center; margin-block-end: 0.75rem; }
.dialog h2 { font-size: 1.15rem; overflow-wrap: anywhere; }
.dialog footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.5rem; margin-block-start: 1.25rem; }
.dialog p + p, .dialog p + .field { margin-block-start: 0.75rem; }
.dialog ul:not(.chips):not([role]) { padding-inline-start: 1.25rem; }
.dialog li > a { display: inline-block; min-height: 24px; line-height: 24px; }
.segments { display: inline-flex; padding: 3px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.segments button { min-height: 1.9rem; border-color: transparent; background: none; border-radius: 7px; }
.segments button[aria-pressed=true] { background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.empty { display: grid; justify-items: center; gap: 0.75rem; padding: 3.5rem 1rem; text-align: center; color: var(--quiet); }
.empty h1 { color: var(--ink); }
.toasts { position: fixed; inset-block-end: 1rem; inset-inline-end: 1rem; z-index: 50; max-width: min(26rem, calc(100vw - 2rem)); }
.toasts ul { display: grid; gap: 0.5rem; list-style: none; }
.toast {
  display: flex; gap: 0.5rem; align-items: center; padding: 0.4rem; padding-inline-start: 1rem; background: light-dark(#1b2130, #2d3442); color: #fff;
  border-radius: 10px; box-shadow: var(--lift); border-inline-start: 4px solid var(--good);
}
.toast.failed { border-inline-start-color: #ff8080; }
.toast-text { flex: 1; overflow-wrap: anywhere; }
.toast button { color: #fff; }
.toast button:hover { background: #ffffff26; border-color: transparent; }
.toast .quiet { font-weight: 650; text-decoration: underline; }
.toast :focus-visible { outline-color: #fff; }
@media (forced-colors: active) {
  .switch::before { background: ButtonText; forced-color-adjust: none; }
  .switch[aria-checked=true] { background: Highlight; forced-color-adjust: none; }
  .card, .dialog, .popup, .toast, .chip, .badge { border: 1px solid CanvasText; }
  .popup > :is(button:focus-visible, li[aria-selected=true]) { outline: 2px solid Highlight; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }
@media (pointer: coarse) { :root { --control: 2.75rem; } .switch { margin-block: 0.5rem; } }
`

/** Styles of the frame: bar, menu, palette, sign-in page and start screen. */
const shellStyle = `
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
.door { display: grid; place-items: center; align-content: center; gap: 1rem; min-height: 100vh; padding: 1rem; }
.door-languages { display: flex; gap: 0.25rem; }
.door-languages [aria-pressed=true] { font-weight: 650; text-decoration: underline; }
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

/** Adds a style sheet to the page, once. */
export function createStyleAdopter(text: string): () => void {
  let adopted = false
  return () => {
    if (adopted) return
    adopted = true
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
}

/** The base styles of every screen. */
export const adoptBaseStyle = createStyleAdopter(baseStyle + shellStyle)
