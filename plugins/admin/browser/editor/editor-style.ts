// The style sheet of the editors.
import { createStyleAdopter } from '../style/style-adopter.js'

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
