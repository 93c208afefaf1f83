// The style sheet of header, menus and footer. Below 64rem the menu is behind a button, which needs no script.
export const frameStyle = `
.top { border-bottom: 1px solid var(--line); background: var(--ground); }
.bar { display: flex; align-items: center; gap: 0.5rem 1.5rem; max-width: 82rem; min-height: 4.75rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem); }
.bar button, .bar a { font: inherit; color: inherit; }
.bar svg { display: block; }
.bar .shop { font: 700 1.3rem/1.2 var(--heading-font); letter-spacing: -0.01em; text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.shop img { display: block; width: auto; height: 2rem; max-width: 12rem; object-fit: contain; }
.burger, .own a { display: grid; place-items: center; position: relative; width: 2.75rem; height: 2.75rem; padding: 0; border: 0; border-radius: var(--radius); background: none; cursor: pointer; }
.burger:hover, .own a:hover { background: var(--panel); }
.own { display: flex; margin-inline-start: auto; margin-inline-end: -0.6rem; }
.count { position: absolute; inset-block-start: 0.1rem; inset-inline-end: 0.1rem; min-width: 1.2rem; padding: 0 0.3rem; border-radius: 1rem; background: var(--accent); color: var(--accent-ink); font-size: 0.75rem; line-height: 1.2rem; font-weight: 700; text-align: center; }
.count:empty { display: none; }
.lists > ul, .panel, .languages { list-style: none; margin: 0; padding: 0; }
.lists a, .lists button, .locale > button { display: block; padding: 0.6rem 0; border: 0; background: none; text-align: start; text-decoration: none; cursor: pointer; }
.lists button::after, .locale > button::after { content: ""; display: inline-block; width: 0.4em; height: 0.4em; margin-inline-start: 0.5em; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: translateY(-0.2em) rotate(45deg); }
.lists a:hover, .lists button:hover, .panel a:hover, .panel button:hover { text-decoration: underline; text-underline-offset: 0.25em; }
.search { display: flex; align-items: center; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--ground); }
.search { position: relative; }
.search ul { position: absolute; z-index: 3; inset: calc(100% + 0.4rem) 0 auto; min-width: 100%; list-style: none; margin: 0; padding: 0.4rem 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 14%); }
.search li { padding: 0.55rem 0.9rem; overflow-wrap: anywhere; cursor: pointer; }
.search li:hover, .search [aria-selected=true] { background: var(--panel); text-decoration: underline; }
.search:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.search input { flex: 1; min-width: 0; height: 2.6rem; padding: 0 0.9rem; border: 0; background: none; color: inherit; font: inherit; outline: 0; }
.search ::placeholder { color: var(--muted); opacity: 1; }
.search button { display: grid; place-items: center; width: 2.75rem; height: 2.6rem; padding: 0; border: 0; background: none; cursor: pointer; }
.search svg { width: 1.25rem; height: 1.25rem; }
.panel a, .panel button { display: block; width: 100%; padding: 0.55rem 0; border: 0; background: none; text-align: start; text-decoration: none; white-space: nowrap; cursor: pointer; }
.panel [aria-current] { font-weight: 700; }
.panel > * + form { margin-top: 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line); }
@media (min-width: 64rem) {
  .burger { display: none; }
  #menu { position: static; display: flex; margin: 0; flex: 1; align-items: center; gap: 1.5rem; width: auto; height: auto; min-width: 0; padding: 0; border: 0; background: none; color: inherit; overflow: visible; }
  .lists { flex: 1 1 0; min-width: 0; overflow-x: auto; scrollbar-width: none; padding: 0.25rem; margin: -0.25rem; }
  .lists > ul { display: flex; gap: 1.5rem; }
  .lists > ul > li { flex: none; white-space: nowrap; }
  .search { width: 13rem; }
  .locale > button { white-space: nowrap; }
  .panel { position: absolute; inset: 4.5rem auto auto; inset-inline-end: max(1rem, calc(50vw - 40rem)); margin: 0; min-width: 14rem; padding: 0.75rem 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); color: inherit; box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 14%); }
  .lists .panel { inset-inline: max(1rem, calc(50vw - 40rem)) auto; }
  @supports (position-area: block-end span-inline-end) {
    .panel, .lists .panel { inset: auto; position-area: block-end span-inline-end; margin-block-start: 0.25rem; }
    .locale .panel { position-area: block-end span-inline-start; }
  }
}
@media (max-width: 63.99rem) {
  .bar { min-height: 3.5rem; gap: 0.5rem; }
  .burger { margin-inline-start: -0.6rem; }
  #menu { inset: 0 auto 0 0; width: min(22rem, 88vw); height: 100dvh; max-height: none; margin: 0; padding: 1.25rem; border: 0; background: var(--ground); color: inherit; overflow: auto; box-shadow: 0 0 3rem rgb(0 0 0 / 25%); }
  [dir=rtl] #menu { inset: 0 0 0 auto; }
  #menu::backdrop { background: rgb(0 0 0 / 40%); }
  #menu:popover-open { display: flex; flex-direction: column; gap: 1.25rem; }
  #menu .search { order: -1; }
  .lists a, .lists button { padding: 0.7rem 0; }
  .lists > ul > li { border-bottom: 1px solid var(--line); }
  #menu .panel { position: static; display: block; width: auto; height: auto; margin: 0; padding: 0 0 0.5rem; padding-inline-start: 1rem; border: 0; background: none; color: inherit; overflow: visible; }
  #menu .locale .panel { padding: 0; }
  .locale > button { display: none; }
  .lists button { pointer-events: none; font-weight: 600; }
  .lists button::after { content: none; }
}
footer { margin-top: clamp(3rem, 8vw, 6rem); background: var(--panel); border-top: 1px solid var(--line); font-size: 0.95rem; }
footer .columns, footer .base { max-width: 82rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 3vw, 2rem); }
footer .columns { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); }
footer h2 { margin: 0 0 0.75rem; font-size: 0.95rem; }
footer ul { list-style: none; margin: 0; padding: 0; }
footer section li { padding: 0.2rem 0; color: var(--muted); }
footer a { display: inline-block; padding: 0.1rem 0; color: inherit; text-decoration: none; }
footer a:hover { text-decoration: underline; text-underline-offset: 0.2em; }
footer .base { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: center; padding-block: 1.25rem; border-top: 1px solid var(--line); color: var(--muted); }
footer .languages { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
footer .languages [aria-current] { font-weight: 700; }
footer .calls-opener { margin-inline-start: auto; }
@media print { .top button, #menu, .own, footer { display: none; } }
`
