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
.number { font-variant-numeric: tabular-nums; }
.sold strong.number { white-space: nowrap; }
.facts { display: grid; gap: 0.2rem; }
.facts > div { display: grid; grid-template-columns: minmax(6rem, 35%) minmax(0, 1fr); gap: 0.75rem; }
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
@media (max-width: 60rem) { .desk { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) { .sold header { flex-wrap: wrap; gap: 0.25rem 1rem; } .buttons button { flex: 1 1 auto; } }
`)
