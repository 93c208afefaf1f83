// Styles of orders and quotes: lines, totals, traces and timelines. One column on phones.
import { createStyleAdopter } from './style-adopter.js'

export const adoptSalesStyle = createStyleAdopter(`
.desk { display: grid; grid-template-columns: minmax(0, 1fr) 20rem; gap: 1rem; align-items: start; }
.desk-main, .desk-side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.desk .card + .card { margin-block-start: 0; }
.plain { list-style: none; }
.plain > li > a { display: inline-block; min-height: 24px; line-height: 24px; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.sold { padding-block: 0.9rem; border-block-start: 1px solid var(--line); display: grid; gap: 0.4rem; }
.sold:first-child { border: 0; padding-block-start: 0; }
.sold header { display: flex; gap: 1rem; justify-content: space-between; }
.sold h3 { overflow-wrap: anywhere; }
h1 .badge { vertical-align: middle; letter-spacing: 0; }
.badge.state::before { content: "●" / ""; margin-inline-end: 0.35rem; font-size: 0.7em; align-self: center; }
.badge.state.open { background: var(--warn-soft); }
.badge.state.open::before { content: "○" / ""; color: var(--warn); }
.badge.state.partly::before { content: "◐" / ""; color: var(--accent); }
.badge.state.done { background: color-mix(in oklab, var(--good) 16%, var(--panel)); }
.badge.state.done::before { color: var(--good); }
.badge.state.closed { background: var(--hover); }
.sold.pictured { position: relative; padding-inline-start: 5.5rem; min-height: 6.3rem; align-content: start; }
.line-picture { position: absolute; inset-inline-start: 0; inset-block-start: 0.9rem; width: 4.5rem; height: 4.5rem; object-fit: contain; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
.sold:first-child > .line-picture { inset-block-start: 0; }
.head-actions .menu-button-box.status-menu > button { padding: 0.3rem 0.8rem; }
.line-progress { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.sums .aside { font-size: 0.93em; }
.sold.cancelled > :not(header) { color: var(--quiet); }
.unshipped { margin-block-start: 0.9rem; padding-block-start: 0.9rem; border-block-start: 1px solid var(--line); display: grid; gap: 0.35rem; }
.unshipped:first-child { border: 0; }
.line-quantities { display: grid; gap: 0.75rem; min-width: 0; border: 0; margin-block-end: 1rem; }
.line-quantities legend { font-weight: 620; margin-block-end: 0.5rem; }
.line-quantity { display: flex; flex-wrap: wrap; gap: 0.4rem 0.75rem; align-items: center; }
.line-quantity img { width: 2.75rem; height: 2.75rem; object-fit: contain; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
.line-quantity > .wrong { flex-basis: 100%; }
.line-words { flex: 1 1 9rem; min-width: 0; display: grid; overflow-wrap: anywhere; }
.line-input { display: flex; gap: 0.5rem; align-items: center; white-space: nowrap; }
.line-input input[type=number] { width: 5rem; }
.check { display: flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; font-weight: 450; margin-block: 0.75rem; }
.refund-preview { min-height: 3rem; }
.badge.tag + .badge.tag { margin-inline-start: 0.25rem; }
.bulk-print > .popup { inset-block: auto calc(100% + 4px); }
.developer a { display: inline-block; min-height: 24px; line-height: 24px; }
.number { font-variant-numeric: tabular-nums; }
.sold strong.number { white-space: nowrap; }
.facts { display: grid; gap: 0.2rem; }
.facts > div { display: grid; grid-template-columns: minmax(6rem, 35%) minmax(0, 1fr); gap: 0.75rem; }
.desk-side .facts > div { grid-template-columns: minmax(5.2rem, 27%) minmax(0, 1fr); }
.facts dt { color: var(--quiet); overflow-wrap: anywhere; }
.facts dd { overflow-wrap: anywhere; white-space: pre-line; }
.upload { display: inline-grid; gap: 0.3rem; }
.upload img { max-width: 9rem; max-height: 7rem; border-radius: 6px; }
.sums { margin-block-start: 0.75rem; padding-block-start: 0.75rem; border-block-start: 1px solid var(--edge); display: grid; gap: 0.25rem; }
.sums > div { display: flex; justify-content: space-between; gap: 1rem; }
.sums .total { font-weight: 650; font-size: 1.1rem; }
.note { padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--warn); white-space: pre-line; overflow-wrap: anywhere; }
.lead + .note.card { margin-block: 0 1rem; }
.trace summary { cursor: pointer; color: var(--accent); min-height: 24px; width: fit-content; }
.trace h4 { margin-block: 0.5rem 0.2rem; }
.trace ul { list-style: none; padding-inline-start: 0.9rem; border-inline-start: 1px solid var(--line); }
.trace-line { display: flex; justify-content: space-between; gap: 1rem; overflow-wrap: anywhere; }
.timeline { margin: 0; padding-inline-start: 1.2rem; display: grid; gap: 0.3rem; }
.page-links { margin-block-start: 1rem; }
ul.note { list-style: none; }
.addresses { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin-block-start: 0.75rem; }
.addresses address { display: grid; font-style: normal; overflow-wrap: anywhere; }
.orders .grid tbody [data-field=customer_name] { max-width: 14rem; }
@media (max-width: 60rem) { .desk { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 40rem) {
  .orders .grid :is([data-field=placed], [data-field=pieces], [data-field=tags], [data-field=status]) { display: none; }
  .orders .grid :is(th, td) { padding-inline: 0.4rem; }
  .orders .grid tbody [data-field=customer_name] { max-width: 6.5rem; }
  .orders .grid .badge { font-size: 0.8rem; padding-inline: 0.4rem; }
}
@media (max-width: 40rem) { .order-head .head-words { flex-basis: 100%; } .order-head h1 .badge { font-size: 0.8rem; } }
@media (max-width: 30rem) { .sold header { flex-wrap: wrap; gap: 0.25rem 1rem; } .buttons button { flex: 1 1 auto; } }
`)
