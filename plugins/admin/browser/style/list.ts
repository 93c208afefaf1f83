// Styles of lists: toolbar, filters, table, pager and selection.
import { createStyleAdopter } from './style-adopter.js'

export const adoptListStyle = createStyleAdopter(`
.toolbar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-block-end: 0.75rem; }
.search-field { position: relative; flex: 0 1 20rem; min-width: 11rem; }
.search-field .icon { position: absolute; inset-inline-start: 0.65rem; inset-block-start: calc(50% - 8px); color: var(--quiet); }
.search-field input[type=search] { padding-inline-start: 2.1rem; }
.toolbar .menu-button-box > button { min-width: var(--control); padding-inline: 0.5rem; color: var(--quiet); }
.filter-button[aria-expanded=true] { background: var(--accent-soft); }
.filters {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: 0.9rem; padding: 1rem; margin-block-end: 0.75rem;
  background: var(--panel); border: 1px solid var(--line); border-radius: 12px;
}
.filters .field { margin: 0; }
.filters select { width: 100%; }
.chips { margin-block-end: 0.75rem; }
.grid-scroll { overflow: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shade); }
.grid { width: 100%; border-collapse: separate; border-spacing: 0; }
.grid :is(th, td) { padding: 0.5rem 0.75rem; border-block-end: 1px solid var(--line); text-align: start; font-weight: 450; vertical-align: middle; }
.grid tbody tr:last-child > * { border-block-end: 0; }
.grid thead :is(th, td) { padding-block: 0.35rem; color: var(--quiet); font-size: 0.88rem; font-weight: 550; white-space: nowrap; background: var(--panel); }
.grid .sentence { display: block; min-width: 14rem; padding-block: 0.35rem; white-space: normal; font-weight: 500; }
.grid tbody :is(th, td) { max-width: 24rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; height: 2.75rem; }
[dir=rtl] .grid bdi { display: inline-block; max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.grid tbody tr:hover { background: var(--hover); }
.grid tr.chosen { background: var(--accent-soft); }
.grid .number { text-align: end; font-variant-numeric: tabular-nums; }
.grid .tick { width: 2.5rem; padding-inline-end: 0; }
.grid .tick input { display: block; }
.grid .opens { display: inline-block; min-width: 24px; min-height: 24px; line-height: 24px; vertical-align: middle; color: inherit; font-weight: 600; text-decoration: none; }
.grid .opens:hover { color: var(--accent); text-decoration: underline; }
.grid .popup { position: fixed; inset: auto; }
.grid .row-link { display: inline-flex; align-items: center; justify-content: center; min-width: 24px; min-height: 24px; margin-inline-start: 0.4rem; vertical-align: middle; color: var(--quiet); }
.sorts { min-height: 1.75rem; padding: 0 0.35rem; margin-inline: -0.35rem; border-color: transparent; background: none; color: inherit; font-size: inherit; }
.sort-mark { inline-size: 0.8rem; color: var(--accent); }
.handle-cell { width: 1.75rem; padding-inline: 0.35rem 0 !important; overflow: visible !important; }
.handle { min-height: 1.9rem; min-width: 1.6rem; padding: 0; border-color: transparent; background: none; color: var(--quiet); cursor: grab; touch-action: none; }
.dragged { position: relative; z-index: 2; background: var(--panel); box-shadow: var(--lift); }
.dragged .handle { cursor: grabbing; }
.pager { display: flex; gap: 0.5rem; align-items: center; justify-content: flex-end; padding-block: 0.75rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.pager select { border-color: transparent; background: none; color: inherit; }
.pager .back .icon { rotate: 180deg; }
:dir(rtl) > .pager .back .icon { rotate: none; }
:dir(rtl) > .pager .on .icon { rotate: 180deg; }
.bulk-bar {
  position: sticky; inset-block-end: 1rem; z-index: 10; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.6rem; padding-inline-start: 1.1rem;
  background: var(--panel); border: 1px solid var(--edge); border-radius: 12px; box-shadow: var(--lift);
}
.refused { margin-block-start: 0.75rem; padding: 0.75rem; border-radius: var(--round); background: var(--warn-soft); }
@media (max-width: 40rem) {
  .search-field { flex: 1 1 100%; }
  .grid tbody :is(th, td) { max-width: 13rem; }
  .grid tbody :is(th, td):has(> .sentence) { max-width: 16rem; }
  .bulk-bar { inset-block-end: 0.5rem; }
}
@media (forced-colors: active) { .grid tr.chosen { outline: 2px solid Highlight; outline-offset: -2px; } }
.list-notice { display: grid; gap: 0.6rem; margin-block-end: 1rem; border-inline-start: 4px solid var(--warn); }
.list-notice > button { justify-self: start; }
.tabs { display: flex; gap: 0.25rem; margin-block-end: 1rem; overflow-x: auto; border-block-end: 1px solid var(--line); }
.tabs a { display: inline-flex; gap: 0.4rem; align-items: center; min-height: var(--control); padding-inline: 0.75rem; color: var(--quiet); font-weight: 550; text-decoration: none; white-space: nowrap; border-block-end: 2px solid transparent; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); border-block-end-color: var(--accent); }
`)
