// Styles of the workshop: tree, form and configurator side by side, each with its own scrolling.
import { createStyleAdopter } from './style-adopter.js'

export const adoptWorkshopStyle = createStyleAdopter(`
.workshop {
  display: grid; grid-template: "head head head" auto "tree form live" minmax(0, 1fr) / minmax(16rem, 22rem) minmax(20rem, 1fr) minmax(20rem, 28rem);
  block-size: calc(100vh - 3.25rem); overflow: clip;
}
@media (min-width: 70.01rem) and (max-width: 100rem) {
  .workshop[data-wide=table] { grid-template: "head head" auto "tree form" minmax(0, 1fr) / minmax(16rem, 22rem) minmax(20rem, 1fr); }
  .workshop[data-wide=table] > .workshop-live { display: none; }
}
@media (min-width: 70.01rem) {
  .workshop[data-wide=answers] { grid-template: "head head" auto "tree form" minmax(0, 1fr) / minmax(16rem, 22rem) minmax(20rem, 1fr); }
  .workshop[data-wide=answers] > .workshop-live { display: none; }
}
.workshop-head {
  grid-area: head; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; padding: 0.6rem clamp(1rem, 2vw, 1.5rem);
  border-block-end: 1px solid var(--line);
}
.workshop-head h1 { font-size: 1.2rem; }
.workshop-parts { display: none; padding: 0.2rem; border-radius: 10px; background: color-mix(in oklab, var(--line) 60%, transparent); }
.workshop-parts button { min-height: 1.9rem; border-color: transparent; background: none; font-weight: 500; }
.workshop-parts [aria-checked=true] { background: var(--panel); box-shadow: var(--shade); font-weight: 620; }
.workshop [aria-pressed=true] { background: var(--accent-soft); }
.workshop-tree { grid-area: tree; display: flex; flex-direction: column; min-height: 0; border-inline-end: 1px solid var(--line); background: var(--panel); }
.workshop-form { grid-area: form; position: relative; min-width: 0; overflow: auto; scroll-padding-block: 5rem; }
.workshop-form .answer-grid { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.paste-columns { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; border: 1px solid var(--line); border-radius: var(--round); padding: 0.5rem 0.75rem 0.75rem; }
.paste-columns label { display: grid; gap: 0.2rem; font-weight: 550; }
.pasted-rows { max-height: 9rem; }
.plan-counts { display: flex; flex-wrap: wrap; gap: 0.4rem; }
.paste-plan { max-block-size: 22rem; }
.paste-plan ins { text-decoration: none; font-weight: 600; }
.badge.plan-unmatched { background: var(--warn-soft); }
.product-check section + section { margin-block-start: 1.25rem; }
.product-check table { inline-size: 100%; margin-block: 0.75rem; }
.product-check caption { text-align: start; font-weight: 600; padding-block: 0.3rem; }
.product-check .grid tbody :is(th, td), .paste-plan .grid tbody :is(th, td) { white-space: normal; max-width: none; overflow-wrap: anywhere; font-weight: inherit; }
.check-facts { display: grid; gap: 0.4rem; }
.check-facts > div { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: 0.75rem; }
.check-facts dt { font-weight: 600; }
.check-facts dd { margin: 0; overflow-wrap: anywhere; }
.share { display: flex; gap: 0.6rem; align-items: center; }
.share meter { inline-size: 9rem; max-inline-size: 40vw; }
@media (max-width: 40rem) {
  .share { display: grid; gap: 0; }
  .share meter { inline-size: 4rem; }
  .check-facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
.share-number { font-variant-numeric: tabular-nums; }
.badge.blocker { background: var(--danger-soft); }
.badge.warning { background: var(--warn-soft); }
.pane-views { margin: 0.75rem 1.25rem 0; }
.calculation-start { display: grid; gap: 0.75rem; padding: 1rem 1.25rem 2rem; }
.choice-card { display: grid; gap: 0.2rem; justify-items: start; padding: 0.9rem 1rem; text-align: start; white-space: normal; }
.choice-card span { color: var(--quiet); font-weight: 450; }
.workshop-form .page.form { padding: 0 1.25rem 2rem; max-width: none; }
.workshop-form .page-head.sticky { inset-block-start: 0; margin-inline: -1.25rem; padding: 0.6rem 1.25rem; }
.workshop-form .page-head h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
.workshop-form .form-body { grid-template-columns: minmax(0, 1fr); }
.workshop-form .form-side { position: static; }
.tree-bar { display: flex; gap: 0.3rem; align-items: center; padding: 0.5rem; border-block-end: 1px solid var(--line); }
.tree-bar .search-field { position: relative; flex: 1; min-width: 6rem; }
.tree-bar .search-field .icon { position: absolute; inset-inline-start: 0.65rem; inset-block-start: calc(50% - 8px); color: var(--quiet); }
.tree-bar .search-field input[type=search] { padding-inline-start: 2.1rem; }
.tree-bar .menu-button-box > button { min-width: var(--control); padding: 0; }
.tree-bar .popup { inset-inline-end: 0; }
.tour { display: grid; gap: 0.5rem; padding: 0.75rem; border-block-end: 1px solid var(--line); background: var(--accent-soft); overflow: auto; max-block-size: 45%; }
.tour h2 { font-size: 1.05rem; }
.tour .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.add-strip { display: grid; gap: 0.3rem; padding: 0.6rem; border-block-end: 1px solid var(--line); background: var(--accent-soft); }
.tree { flex: 1; min-height: 0; overflow: auto; position: relative; }
.tree:focus-visible { outline-offset: -2px; }
.tree-space { position: relative; contain: strict; }
.tree-row {
  position: absolute; inset-block-start: 0; inset-inline: 0; height: 34px; display: flex; gap: 0.4rem; align-items: center; padding-inline-end: 0.6rem;
  white-space: nowrap; cursor: pointer; border-block: 2px solid transparent;
}
.tree-row:hover { background: var(--hover); }
.tree-row.chosen { background: var(--accent-soft); font-weight: 600; }
.tree:focus-within .tree-row.active { box-shadow: inset 0 0 0 2px var(--accent); }
.tree-row.group { color: var(--quiet); font-weight: 600; }
.tree-row.drop-before { border-block-start-color: var(--accent); }
.tree-row.drop-after { border-block-end-color: var(--accent); }
.tree-row.drop-into { background: var(--accent-soft); box-shadow: inset 0 0 0 2px var(--accent); }
.tree-twist { display: inline-flex; align-items: center; justify-content: center; inline-size: 24px; block-size: 24px; flex: none; color: var(--quiet); }
:dir(rtl) > .tree-twist { scale: -1 1; }
.tree-title { overflow: hidden; text-overflow: ellipsis; flex: 0 1 auto; min-width: 3rem; }
.tree-title-input { min-height: 1.7rem !important; padding-block: 0 !important; }
.tree-note { flex: none; max-inline-size: 45%; color: var(--quiet); font-weight: 450; font-size: 0.85rem; overflow: hidden; text-overflow: ellipsis; }
.tree-price { margin-inline-start: auto; font-variant-numeric: tabular-nums; font-weight: 450; }
.tree-mark { color: var(--accent); font-weight: 600; }
.tree-off { padding-inline: 0.4rem; border-radius: 1rem; background: var(--ground); color: var(--quiet); font-size: 0.8rem; font-weight: 450; }
.tree-finding { margin-inline-start: auto; min-inline-size: 1.3rem; padding-inline: 0.35rem; border-radius: 1rem; background: var(--warn-soft); color: var(--warn); border: 1px solid var(--warn); text-align: center; font-size: 0.8rem; font-weight: 650; line-height: 1.3; }
.tree-price + .tree-finding, .tree-price ~ .tree-finding { margin-inline-start: 0; }
.workshop-live { grid-area: live; position: relative; min-width: 0; overflow: auto; padding: 0.75rem 1rem 2rem; border-inline-start: 1px solid var(--line); background: var(--panel); }
.live-bar { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
.live-bar select { max-width: 11rem; }
.live-state { margin-block: 0.5rem; color: var(--warn); font-size: 0.9rem; min-height: 1.2rem; }
.live-hidden { margin-block-start: 1.25rem; padding-block-start: 0.75rem; border-block-start: 1px solid var(--line); }
.live-hidden ul { padding-inline-start: 1.2rem; }
.finding-state { padding: 0.5rem 0.75rem; border-block-start: 1px solid var(--line); color: var(--quiet); font-size: 0.88rem; min-height: 2.2rem; }
.finding-list { flex: none; max-height: 40%; display: flex; flex-direction: column; border-block-start: 1px solid var(--line); background: var(--warn-soft); }
.finding-list h2 { font-size: 0.95rem; }
.finding-list ul { overflow: auto; padding: 0 0.75rem 0.75rem; list-style: none; }
.finding-list li { padding-block: 0.5rem; border-block-start: 1px solid var(--line); font-size: 0.9rem; overflow-wrap: anywhere; }
.finding-list li.here { box-shadow: inset 3px 0 0 var(--warn); padding-inline-start: 0.5rem; }
:dir(rtl) > li.here { box-shadow: inset -3px 0 0 var(--warn); }
.finding-list .buttons { margin-block-start: 0.35rem; }
.finding-list .buttons button { min-height: 1.8rem; padding-block: 0.1rem; }
.multiply { margin-block: 0.75rem; max-height: 18rem; }
.effects { padding-inline-start: 1.2rem; }
@media (max-width: 70rem) {
  .workshop { grid-template: "head" auto "part" minmax(0, 1fr) / minmax(0, 1fr); }
  .workshop-parts { display: flex; }
  .workshop-tree, .workshop-form, .workshop-live { grid-area: part; }
  .workshop[data-part=tree] > :is(.workshop-form, .workshop-live),
  .workshop[data-part=form] > :is(.workshop-tree, .workshop-live),
  .workshop[data-part=live] > :is(.workshop-tree, .workshop-form) { display: none; }
}
@media (forced-colors: active) {
  .tree-row.chosen, .tree:focus-within .tree-row.active { outline: 2px solid Highlight; outline-offset: -2px; }
  .tree-row.active:not(.chosen) { outline-style: dashed; }
}
`)
