// The style sheet of the table editor.
import { createStyleAdopter } from '../../style/style-adopter.js'
import { adoptEditorStyle } from '../editor-style.js'

const adoptSheet = createStyleAdopter(`
.matrix-axes { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; }
.matrix-axis { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.2rem; min-width: min(12rem, 100%); max-width: 100%; }
.matrix-axis label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.2rem; font-weight: 550; }
.matrix-tools, .matrix-remarks { display: flex; flex-wrap: wrap; gap: 0.35rem; align-items: center; }
.matrix-remarks { gap: 0.35rem 1.1rem; }
.matrix-remarks .link { min-height: 24px; }
.matrix-tools button { min-height: 1.9rem; padding: 0 0.6rem; font-size: 0.9rem; }
.matrix-warm { display: inline-flex; gap: 0.4rem; align-items: center; min-height: 24px; }
.matrix-grid {
  position: relative; overflow: auto; height: min(30rem, 60vh); min-height: 12rem; border: 1px solid var(--edge); border-radius: var(--round);
  background: var(--panel); font-variant-numeric: tabular-nums; contain: strict; user-select: none; resize: vertical;
}
.matrix-head { position: sticky; inset-block-start: 0; z-index: 3; height: 30px; }
.matrix-body { position: relative; }
.matrix-row { position: absolute; inset-inline-start: 0; height: 30px; }
.matrix-cell {
  position: absolute; inset-block-start: 0; width: 88px; height: 30px; padding: 0 0.4rem; line-height: 29px; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; text-align: end; border-inline-end: 1px solid var(--line); border-block-end: 1px solid var(--line); background: var(--panel);
}
.matrix-cell[style*="--heat"] { background: color-mix(in oklab, var(--panel), var(--accent) var(--heat)); }
.matrix-cell.hole { background: repeating-linear-gradient(135deg, var(--warn-soft) 0 5px, var(--panel) 5px 10px); }
.matrix-cell.falls { box-shadow: inset 3px 0 var(--warn); font-weight: 700; text-decoration: underline var(--warn) 2px; }
.matrix-cell.wrong { color: var(--danger); box-shadow: inset 0 -3px var(--danger); }
.matrix-cell.name { text-align: start; }
.matrix-cell.edited { background: var(--accent-soft); font-weight: 600; }
.matrix-cell img { block-size: 26px; max-inline-size: 100%; object-fit: contain; vertical-align: middle; }
.variant-question { display: grid; gap: 0.2rem; font-weight: 550; justify-items: start; }
.matrix-cell.unmet { color: var(--quiet); font-style: italic; }
.matrix-cell.edge { background: var(--ground); font-weight: 600; text-align: start; }
.matrix-cell.edge.unmet { text-decoration: line-through; }
.matrix-cell.first { position: sticky; inset-inline-start: 0; z-index: 2; width: 150px; }
.matrix-cell.marked { background-color: var(--accent-soft); }
.matrix-cell.active { outline: 2px solid var(--accent); outline-offset: -2px; z-index: 1; }
.matrix-cell.first.active { z-index: 2; }
.matrix-cell input { position: absolute; inset: 0; min-height: 0; height: 29px; padding: 0 0.35rem; border-radius: 0; text-align: inherit; }
@media (forced-colors: active) {
  .matrix-cell.active { outline-color: Highlight; }
  .matrix-cell.marked { border-color: Highlight; }
  .matrix-cell.hole { background: Canvas; border-block-end-style: dotted; }
  .matrix-cell[style*="--heat"] { forced-color-adjust: none; background: color-mix(in oklab, Canvas, Highlight var(--heat)); color: CanvasText; }
}
`)

export function adoptMatrixStyle(): void {
  adoptEditorStyle()
  adoptSheet()
}
