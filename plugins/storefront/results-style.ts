// The style sheet of list and search pages: filters, chips, sort order and pages. Below 56rem the filters are a sheet.
export const resultsStyle = `
.results .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.25rem; min-height: 3rem; }
.results .tools p { margin: 0; margin-inline-end: auto; color: var(--muted); }
.results .products { margin-top: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); }
.results .tools button, .results .chip, .pages a {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.4rem 1rem; border: 1px solid var(--edge);
  border-radius: var(--radius); background: var(--ground); color: inherit; font: inherit; text-decoration: none; cursor: pointer;
}
.sort { position: relative; }
.sort ul { list-style: none; margin: 0; padding: 0.5rem 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); color: inherit; box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 14%); }
@supports (position-area: block-end span-inline-start) { .sort ul { inset: auto; position-area: block-end span-inline-start; margin-block-start: 0.25rem; } }
.sort a { display: block; padding: 0.6rem 1.25rem; color: inherit; text-decoration: none; }
.sort a:hover { text-decoration: underline; text-underline-offset: 0.25em; }
.sort [aria-current] { font-weight: 700; }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; list-style: none; margin: 0.5rem 0; padding: 0; }
.results .chip { min-height: 2.25rem; gap: 0.4em; padding: 0.2rem 0.8rem; border-radius: 2rem; background: var(--panel); white-space: pre-wrap; }
.chips a:not(.chip) { color: var(--muted); }
.filters fieldset { display: grid; gap: 0.1rem; min-width: 0; margin: 0; padding: 1rem 0; border: 0; border-bottom: 1px solid var(--line); }
.filters legend { float: inline-start; width: 100%; padding: 0 0 0.4rem; font-weight: 650; }
.filters label { display: flex; align-items: center; gap: 0.6rem; min-height: 2.25rem; clear: both; cursor: pointer; }
.filters label span { overflow-wrap: anywhere; min-width: 0; }
.filters small { margin-inline-start: auto; color: var(--muted); font-variant-numeric: tabular-nums; }
.filters [type=checkbox] { flex: none; width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--accent); }
.filters .price { grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.filters .price legend { grid-column: 1 / -1; }
.filters .price label { display: grid; gap: 0.2rem; color: var(--muted); font-size: 0.9rem; }
.filters .price input { width: 100%; min-height: 2.75rem; padding: 0.4rem 0.7rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--ground); color: var(--ink); font: inherit; }
.filters .button { justify-content: center; width: 100%; margin-top: 1rem; border: 0; font: inherit; font-weight: 600; cursor: pointer; }
.pages { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 1rem; margin-top: 2.5rem; }
.empty ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; padding: 0; list-style: none; }
@media (min-width: 56rem) {
  .results.filtered { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .filters { display: block; position: static; width: auto; height: auto; margin: 0; padding: 0; border: 0; background: none; color: inherit; overflow: visible; }
  .filter-opener, .sheet-head { display: none !important; }
}
@media (max-width: 55.99rem) {
  .filters { inset: auto 0 0; width: 100%; max-width: none; max-height: 85dvh; margin: 0; padding: 0 1.25rem 1.25rem; border: 0; border-radius: 1.25rem 1.25rem 0 0; background: var(--ground); color: inherit; overflow: auto; box-shadow: 0 0 3rem rgb(0 0 0 / 25%); }
  .filters::backdrop { background: rgb(0 0 0 / 40%); }
  .sheet-head { position: sticky; inset-block-start: 0; display: flex; align-items: center; justify-content: space-between; padding: 0.75rem 0; background: var(--ground); border-bottom: 1px solid var(--line); }
  .sheet-head button { width: 2.75rem; height: 2.75rem; padding: 0; border: 0; background: none; color: inherit; font-size: 1.5rem; line-height: 1; cursor: pointer; }
  .filters .button { position: sticky; inset-block-end: 0; }
}
@media print { .filters, .results .tools button, .pages { display: none; } }
`
