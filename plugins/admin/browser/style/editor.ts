// Styles of the editors of rules, formulas, code and tables.
import { createStyleAdopter } from './style-adopter.js'

export const adoptEditorStyle = createStyleAdopter(`
.rule-editor, .body-editor { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.9rem; padding: 0.9rem; border: 1px solid var(--line); border-radius: var(--round); min-width: 0; }
.rule-sentences { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; justify-items: start; min-width: 0; }
.rule-editor select, .body-editor select { max-width: 100%; }
.rule-parts { list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; width: 100%; }
.rule-line { display: flex; gap: 0.4rem; align-items: start; }
.rule-line > :first-child { flex: 1; min-width: 0; }
.rule-sentence { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
.rule-sentence select { max-width: min(18rem, 100%); }
.rule-sentence input:not([type=checkbox]) { width: 9rem; }
.rule-sentence > input.mono { width: min(30rem, 100%); }
.rule-value, .rule-argument { display: inline-flex; gap: 0.35rem; align-items: center; }
.rule-group { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; justify-items: start; padding-inline-start: 0.8rem; border-inline-start: 3px solid var(--line); width: 100%; }
.rule-group .rule-group { padding-block: 0.4rem; }
.rule-part[data-wrong=true] > .rule-line { outline: 1px solid var(--danger); outline-offset: 3px; border-radius: 4px; }
.rule-as-text { display: grid; gap: 0.3rem; }
.rule-findings { padding-inline-start: 1.2rem; color: var(--warn); }
.rule-judged { display: grid; gap: 0.25rem; }
.rule-raw { display: grid; gap: 0.5rem; justify-items: start; }
.completing { position: relative; display: grid; gap: 0.25rem; }
.completing-field { position: relative; }
.completing-field textarea { min-height: 3.2rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.text-marks {
  position: absolute; inset: 0; padding: 0.35rem 0.65rem; border: 1px solid transparent; line-height: 1.5; white-space: pre-wrap;
  overflow-wrap: anywhere; color: transparent; pointer-events: none; overflow: hidden;
}
.text-marks mark { background: none; color: transparent; border-block-end: 2px solid var(--danger); }
.completing .popup { inset-inline: 0; inset-block-start: 100%; max-height: 16rem; overflow: auto; }
.completing .popup li { display: flex; flex-wrap: wrap; gap: 0.2rem 0.8rem; }
.completing .popup .quiet-text { font-size: 0.85rem; }
.live-value { display: grid; gap: 0.5rem; }
.sample { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; border: 1px solid var(--line); border-radius: var(--round); padding: 0.5rem 0.8rem 0.8rem; min-width: 0; }
.sample legend { padding-inline: 0.3rem; font-weight: 600; }
.sample-field { display: grid; gap: 0.2rem; }
.sample-field input { width: 9rem; }
.value-told { font-weight: 650; font-variant-numeric: tabular-nums; min-height: 1.5em; }
.trace { padding-inline-start: 1.2rem; overflow-wrap: anywhere; }
.trace-value { font-variant-numeric: tabular-nums; font-weight: 550; }
@media (forced-colors: active) {
  .text-marks { forced-color-adjust: none; }
  .text-marks mark { border-color: Highlight; }
}
`)

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

/** The style sheet of the table editor. */
export function adoptMatrixStyle(): void {
  adoptEditorStyle()
  adoptSheet()
}
