// The style sheet of the shop's pages. The configurator has its own.
export const documentStyle = `
:root {
  color-scheme: light dark; scroll-padding-block: 1rem 5rem;
  --ink: light-dark(#1c2430, #e8ecf2); --muted: light-dark(#566274, #aab5c4); --accent: light-dark(#0b5cad, #7cb8ff);
  --line: light-dark(#d3dae3, #3a4554); --ground: light-dark(#fff, #12181f); --panel: light-dark(#f5f7fa, #1c242e);
  --edge: light-dark(#7b8794, #8894a4); --alert: light-dark(#b3261e, #ff9a91); --good: light-dark(#1b6e3c, #79d29b);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 4rem; max-width: 76rem;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--ink); background: var(--ground);
  overflow-wrap: anywhere;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -10rem; }
.skip:focus { inset-inline-start: 1rem; inset-block-start: 0.5rem; background: var(--ground); padding: 0.5rem 1rem; z-index: 3; }
header {
  display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between; align-items: baseline;
  padding: 1.25rem 0; border-bottom: 1px solid var(--line);
}
.shop { font-weight: 700; font-size: 1.15rem; color: inherit; text-decoration: none; }
.ways, .own { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; }
.own a, .ways > a { color: inherit; padding: 0.25rem 0; }
.count {
  display: inline-block; margin-inline-start: 0.4rem; min-width: 1.5rem; padding: 0 0.4rem; border-radius: 1rem; background: var(--accent); color: var(--ground);
  font-size: 0.85rem; font-weight: 600; text-align: center;
}
.count:empty { display: none; }
.buy { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 1rem 0; }
/* It stands in the price box, and does nothing before that. */
svc-configurator:not(:defined) .buy { display: none; }
.buy p { margin: 0; }
.buy label { display: grid; gap: 0.25rem; font-weight: 600; }
.buy input, .buy button {
  font: inherit; min-height: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--ground); color: inherit;
}
.buy input { width: 5rem; text-align: center; }
.buy button { flex: 1 1 10rem; background: var(--accent); border-color: var(--accent); color: var(--ground); font-weight: 600; cursor: pointer; }
.buy output { flex: 1 0 100%; }
.buy output:empty { display: none; }
.buy output a { color: inherit; }
.wrong { color: var(--alert); }
.buy[data-refused] output { color: var(--alert); }
.buy[data-done] output { color: var(--good); font-weight: 600; }
.languages { display: flex; gap: 1rem; list-style: none; margin: 0; padding: 0; }
.currencies { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: baseline; }
.currencies select, .currencies button {
  font: inherit; max-width: 100%; padding: 0.25rem 0.5rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); color: inherit;
}
.languages [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
h1 { font-size: clamp(1.6rem, 4vw, 2.2rem); line-height: 1.2; margin: 2rem 0 0.75rem; }
.lead { max-width: 46rem; color: var(--muted); margin-bottom: 2rem; }
.products {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1.25rem;
  list-style: none; margin: 1.5rem 0; padding: 0;
}
.products a {
  display: flex; flex-direction: column; height: 100%; padding: 1.4rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); color: inherit; text-decoration: none;
}
.products a:hover { border-color: var(--accent); }
.products img { width: calc(100% + 2.8rem); height: auto; aspect-ratio: 16 / 9; object-fit: cover; margin: -1.4rem -1.4rem 1rem; border-radius: 7px 7px 0 0; }
.products h2 { margin: 0 0 0.4rem; font-size: 1.2rem; }
.products p { margin: 0 0 0.6rem; color: var(--muted); }
.products .from { color: var(--ink); font-weight: 600; }
.products .go { margin-top: auto; color: var(--accent); font-weight: 600; }
.calls-opener, .calls button { font: inherit; padding: 0.25rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--panel); color: inherit; cursor: pointer; }
.calls {
  position: fixed; inset-block: 0; inset-inline-end: 0; width: min(26rem, 100vw); padding: 1rem 1.25rem; overflow: auto; z-index: 4;
  background: var(--panel); border-inline-start: 1px solid var(--line); overscroll-behavior: contain;
}
.calls[hidden] { display: none; }
.calls header { padding: 0 0 0.5rem; align-items: center; }
.calls h2 { margin: 0; font-size: 1.15rem; }
.calls h3 { margin: 0.6rem 0 0.2rem; font-size: 0.85rem; color: var(--muted); }
.calls p { color: var(--muted); }
.calls ol { list-style: none; margin: 0; padding: 0; }
.calls li { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.calls summary { cursor: pointer; font-size: 0.9rem; overflow-wrap: anywhere; }
.calls small { color: var(--muted); white-space: nowrap; }
.calls pre { max-height: 16rem; overflow: auto; margin: 0; padding: 0.6rem; background: var(--ground); border-radius: 6px; font-size: 0.8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 64rem) { .with-calls { margin-inline-end: 26rem; } }
.lists { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; list-style: none; margin: 0; padding: 0; }
.way { margin: 1.5rem 0 -1.25rem; }
.review-section { max-width: 46rem; margin-top: 3rem; border-top: 1px solid var(--line); }
.reviews { list-style: none; margin: 0; padding: 0; }
.reviews li { padding: 0.75rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.reviews p { margin: 0.25rem 0 0; white-space: pre-line; }
.stars { color: var(--accent); letter-spacing: 0.1em; }
.review-section summary { cursor: pointer; margin-top: 1rem; color: var(--accent); font-weight: 600; }
.review-form { display: grid; gap: 1rem; margin-top: 1rem; justify-items: start; }
.review-form label { display: grid; gap: 0.25rem; font-weight: 600; width: 100%; }
.review-form input, .review-form select, .review-form textarea, .review-form button {
  font: inherit; min-height: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); color: inherit;
}
.review-form input, .review-form textarea { width: 100%; max-width: 34rem; }
.review-form select { width: fit-content; }
.review-form button { background: var(--accent); border-color: var(--accent); color: var(--ground); font-weight: 600; cursor: pointer; }
.review-form [aria-invalid] { border-color: var(--alert); }
.refusal { color: var(--alert); }
.good { color: var(--good); font-weight: 600; }
/* What stands below begins below the screen, so that it need not move when the configurator is drawn. */
main > svc-configurator { display: block; min-height: calc(100vh - 11rem); }
.unscripted img { max-width: 100%; height: auto; border-radius: 8px; }
.unscripted { animation: appear 0s 3s both; }
@keyframes appear { from { visibility: hidden; } }
@media (scripting: none) { .unscripted { animation: none; } }
@media print { header .ways, .review-section details { display: none; } }
`
