// Styles of forms: sticky header, sections, language tabs and complex controls.
import { createStyleAdopter } from './style-adopter.js'

export const adoptFormStyle = createStyleAdopter(`
.page.form { padding-block-start: 0; padding-block-end: 1.5rem; }
.page-head.sticky {
  position: sticky; inset-block-start: 3.25rem; z-index: 8; margin-inline: calc(-1 * clamp(1rem, 3vw, 2rem)); padding: 0.9rem clamp(1rem, 3vw, 2rem);
  background: color-mix(in oklab, var(--ground) 92%, transparent); backdrop-filter: blur(6px); border-block-end: 1px solid var(--line);
}
.head-words { min-width: 0; flex: 1 1 16rem; }
.crumbs { font-size: 0.9rem; }
.crumbs a { color: var(--quiet); text-decoration: none; }
.crumbs a:hover { text-decoration: underline; }
.head-actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.head-actions .button { white-space: nowrap; }
.head-actions .menu-button-box > button { min-width: var(--control); padding: 0; }
.unsaved { color: var(--warn); font-size: 0.9rem; }
.form-body { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 1rem; align-items: start; }
.form-body:not(:has(.form-side)) { grid-template-columns: minmax(0, 1fr); }
.form-side { position: sticky; inset-block-start: 8.5rem; }
.form-main { min-width: 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1.1rem 1.5rem; }
.fields .field { margin: 0; }
/* One discount per line: from, type, value, title. */
:is(.section-discounts, .section-recurring-discounts) .fields { grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr)); }
@media (min-width: 75rem) { :is(.section-discounts, .section-recurring-discounts) .fields { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
.fields > :is(.control-rule, .control-json, .control-code, .control-group-prices, .control-group-calculations, .control-selections,
  .control-image, .control-focus, .control-file, .control-multiselect), .fields > .field:has(textarea, .rich) { grid-column: 1 / -1; }
.fields > :is(.connection-test, details) { grid-column: 1 / -1; }
.fields > details > .field { margin-block-start: 0.75rem; }
.form-side .fields { grid-template-columns: minmax(0, 1fr); }
.form-side .with-button { flex-wrap: wrap; }
.form-side .with-button > input { flex-basis: 100%; }
.field.inline { grid-template-columns: 1fr auto; align-items: center; }
.field.inline > :is(.help, .wrong) { grid-column: 1 / -1; }
.label-line { display: flex; gap: 0.4rem; align-items: center; min-width: 0; }
.required::after { content: " *" / ""; color: var(--danger); }
.language-mark { font-size: 0.8rem; font-weight: 450; color: var(--quiet); }
.help-button { min-height: 1.25rem; min-width: 1.25rem; padding: 0; border-radius: 50%; font-size: 0.8rem; color: var(--quiet); }
.language-tabs { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-block-end: 0.9rem; padding: 0.2rem; border-radius: 10px; background: color-mix(in oklab, var(--line) 60%, transparent); width: fit-content; }
.language-tabs button { min-height: 1.9rem; border-color: transparent; background: none; font-weight: 500; }
.language-tabs [aria-checked=true] { background: var(--panel); box-shadow: var(--shade); font-weight: 620; }
.dot { inline-size: 0.5rem; block-size: 0.5rem; border-radius: 50%; background: var(--warn); }
.dot.wrong { background: var(--danger); }
.summary { margin-block-end: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--danger); border-radius: 12px; background: var(--danger-soft); }
.summary li { padding-block: 2px; }
.summary .link { min-height: 24px; }
.summary ul { padding-inline-start: 1.2rem; margin-block-start: 0.4rem; }
.findings { margin-block-end: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--warn); border-radius: 12px; background: var(--warn-soft); }
.findings ul { padding-inline-start: 1.2rem; }
.children-page { padding-block-start: 0; }
.picker { position: relative; }
.picker .popup { inset-inline: 0; }
.picker-clear { position: absolute; inset-inline-end: 0; inset-block-start: 0; }
.room { color: var(--quiet); font-size: 0.85rem; }
.room.over { color: var(--danger); }
.affixed { display: flex; gap: 0.5rem; align-items: center; }
.affixed > input { flex: 0 1 18rem; min-width: 4rem; }
.short { max-width: 18rem; font-variant-numeric: tabular-nums; }
.choices { display: flex; flex-wrap: wrap; gap: 0.15rem 1.1rem; }
.choices.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); margin-block: 0.75rem; }
.choices label, .merge label { display: flex; gap: 0.5rem; align-items: center; font-weight: 450; min-height: 1.75rem; }
.many { display: grid; gap: 0.5rem; max-width: 30rem; }
.pairs { display: grid; gap: 0.6rem; justify-items: start; }
.pairs table { width: min(42rem, 100%); border-spacing: 0 0.4rem; border-collapse: separate; }
.pairs th { font-size: 0.88rem; font-weight: 500; color: var(--quiet); text-align: start; }
.pairs td { padding-inline-end: 0.5rem; vertical-align: top; }
.pairs td.narrow { width: 2.5rem; padding: 0; }
.rich { display: grid; border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); }
.rich:focus-within { border-color: var(--accent); }
.rich-tools { display: flex; flex-wrap: wrap; gap: 0.15rem; padding: 0.2rem; border-block-end: 1px solid var(--line); }
.tool { min-height: 1.8rem; min-width: 1.8rem; padding: 0 0.4rem; border-color: transparent; background: none; font-weight: 550; font-size: 0.9rem; color: var(--quiet); }
.tool.bold { font-weight: 800; }
.tool.italic { font-style: italic; }
.tool[aria-pressed=true] { background: var(--accent-soft); color: var(--ink); }
.rich-field, .rich textarea { min-height: 7rem !important; max-height: 28rem; overflow: auto; border: 0 !important; border-radius: 0 0 var(--round) var(--round) !important; padding: 0.6rem 0.8rem !important; }
.rich-field > * + * { margin-block-start: 0.6rem; }
.rich-field :is(ul, ol) { padding-inline-start: 1.4rem; }
.rich-field img { max-width: 100%; }
.file { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: 0.75rem; border: 1px dashed var(--edge); border-radius: var(--round); }
.file.over { background: var(--accent-soft); border-color: var(--accent); }
.file img { max-width: 9rem; max-height: 7rem; border-radius: 6px; background: repeating-conic-gradient(#8883 0 25%, transparent 0 50%) 0 0 / 14px 14px; }
.focus-control { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
.focus-picture { position: relative; flex: none; max-width: 100%; cursor: crosshair; touch-action: none; border-radius: 6px; }
.focus-picture[aria-disabled="true"] { cursor: default; }
.focus-picture img { display: block; inline-size: 100%; border-radius: 6px; pointer-events: none; }
.focus-mark { position: absolute; inline-size: 1.4rem; block-size: 1.4rem; margin: -0.7rem; border: 3px solid #fff; border-radius: 50%; pointer-events: none;
  box-shadow: 0 0 0 2px #000, inset 0 0 0 2px #000; }
.focus-words { display: grid; gap: 0.5rem; flex: 1 1 14rem; min-width: 0; }
.focus-words .buttons { align-items: center; }
.focus-crops { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
.focus-crops img { object-fit: cover; block-size: 4.5rem; border-radius: 4px; }
.focus-crops .wide { aspect-ratio: 16 / 9; }
.focus-crops .tile { aspect-ratio: 4 / 3; }
.focus-crops .square { aspect-ratio: 1; }
.fields > .field:has(.without-picture) { display: none; }
.file-words { display: grid; gap: 0.5rem; min-width: 0; overflow-wrap: anywhere; }
.merge { display: grid; gap: 0.75rem; margin-block-start: 1rem; }
.facets { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.facets fieldset { display: grid; gap: 0.6rem; border: 1px solid var(--line); border-radius: var(--round); padding: 0.75rem 0.9rem; min-width: 0; }
.facets fieldset label { display: grid; gap: 0.2rem; }
.merge fieldset { border: 1px solid var(--line); border-radius: var(--round); padding: 0.5rem 0.9rem 0.75rem; min-width: 0; }
.merge legend { font-weight: 600; padding-inline: 0.3rem; }
.side-name { min-width: 4.5rem; color: var(--quiet); }
.version { overflow-wrap: anywhere; }
.api-call { margin-block-start: 1rem; }
.api-call header { display: flex; justify-content: space-between; align-items: center; margin-block-end: 0.4rem; }
@media (max-width: 60rem) {
  .form-body { grid-template-columns: minmax(0, 1fr); }
  .form-side { position: static; }
}
@media (max-width: 40rem) {
  .page-head.sticky { gap: 0.25rem; padding-block: 0.6rem; }
  .head-words { flex-basis: 8rem; }
  .page-head.sticky h1 { font-size: 1.15rem; }
  .card { padding: 1rem; }
  .in-shop span { display: none; }
}
/* At a zoom of 400 % they would take half of the window. */
@media (max-height: 26rem) { .bar, .page-head.sticky { position: static; } }
.ready { display: grid; gap: 0.25rem; margin-block: 1rem; list-style: none; }
.ready li { display: flex; gap: 0.75rem; align-items: start; padding: 0.5rem 0; }
.ready strong, .ready .quiet-text { display: block; }
.ready .step-mark { flex: none; display: grid; place-items: center; inline-size: 1.4rem; block-size: 1.4rem; border: 1.5px solid var(--warn); border-radius: 50%; color: var(--warn); font-weight: 700; }
.ready .done .step-mark { border-color: var(--good); background: var(--good); color: var(--panel); }
`)
