// Styles of the advisor's screens and conversation threads.
import { createStyleAdopter } from './style-adopter.js'

export const adoptAdvisorStyle = createStyleAdopter(`
.advisor .card { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 1fr); }
.advisor .card > * { margin: 0; }
.advisor .language-tabs [aria-current=page] { background: var(--panel); box-shadow: var(--shade); font-weight: 620; }
.advisor .toolbar { margin-block: 0 0.75rem; }
.advisor .toolbar [aria-pressed=true] { background: var(--accent-soft); border-color: var(--accent); }
.advisor .grid tbody th { white-space: normal; min-width: 12rem; }
.advisor .grid tbody td:has(.words) { white-space: normal; }
.thread { display: grid; gap: 0.9rem; list-style: none; margin: 0; padding: 0; }
.turn { display: grid; gap: 0.4rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.turn.shopper { margin-inline-end: clamp(0rem, 8vw, 5rem); background: var(--accent-soft); }
.turn:is(.advisor-said, .person-said) { margin-inline-start: clamp(0rem, 8vw, 5rem); }
.turn.person-said { border-color: var(--good); }
.turn > header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; }
.turn .words { white-space: pre-line; overflow-wrap: anywhere; }
.turn mark { padding-inline: 0.15rem; border-radius: 4px; background: var(--warn-soft); color: inherit; border-block-end: 2px solid var(--warn); }
.turn mark.of-shopper { background: none; border-block-end: 1px dotted var(--edge); }
.turn summary { cursor: pointer; min-height: 24px; width: fit-content; color: var(--accent); }
.turn details > ol { list-style: none; margin: 0.4rem 0 0; padding-inline-start: 0.9rem; border-inline-start: 1px solid var(--line); display: grid; gap: 0.5rem; }
.turn pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 14rem; }
.turn .note { padding: 0.3rem 0.75rem; border-inline-start: 3px solid var(--warn); }
.happened { text-align: center; color: var(--quiet); }
.happened .facts { text-align: start; max-width: 30rem; margin: 0.4rem auto 0; }
.lessons { white-space: pre-line; overflow-wrap: anywhere; }
.advisor :is(.desk-side, .turn, .wait, .grid) a { display: inline-block; min-height: 24px; line-height: 24px; }
.advisor meter { inline-size: 100%; block-size: 0.6rem; }
.wait { padding-block: 1rem; border-block-start: 1px solid var(--line); display: grid; gap: 0.5rem; }
.wait:first-child { border: 0; }
`)
