// Styles of the system, notification and advisor screens.
import { createStyleAdopter } from './style-adopter.js'

export const adoptSystemStyle = createStyleAdopter(`
.mail-frame { width: 100%; height: min(60vh, 40rem); border: 1px solid var(--line); border-radius: var(--round); background: #fff; }
.mail-text { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 60vh; }
.row-buttons { display: inline-flex; gap: 0.4rem; }
.frozen { margin-block-end: 1rem; padding: 1rem; border: 1px solid var(--danger); border-radius: var(--round); background: var(--danger-soft); display: grid; gap: 0.5rem; overflow-wrap: anywhere; }
.translations tbody :is(th, td) { white-space: normal; vertical-align: top; overflow-wrap: anywhere; }
.translations .source { min-width: 10rem; white-space: pre-line; }
.translations .written { min-width: 16rem; }
.translations textarea { min-height: var(--control); }
.same-texts { margin-block-start: 1rem; }
.same-texts summary { cursor: pointer; }
.same-texts ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.4rem; margin-block-start: 0.5rem; }
.same-texts li { display: flex; align-items: center; gap: 0.25rem; padding-inline-start: 0.6rem; border: 1px solid var(--line); border-radius: 1rem; max-width: 100%; overflow-wrap: anywhere; }
.trail summary { cursor: pointer; min-height: 24px; overflow-wrap: anywhere; }
.trail dt { color: var(--quiet); }
.trail dd { white-space: pre-line; overflow-wrap: anywhere; margin-block-end: 0.4rem; }
.grid tbody td:has(.trail) { white-space: normal; }
.unblock { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
`)

/** Styles of the editor of notifications: the menu of placeholders and the preview. */
export const adoptNotificationStyle = createStyleAdopter(`
.fields > .field:has(.template-control) { grid-column: 1 / -1; }
.template-control { display: grid; gap: 0.4rem; }
.template-control.one-line { grid-template-columns: minmax(0, 1fr) auto; }
.template-problems { grid-column: 1 / -1; }
.template-problems:empty { margin-block-start: -0.4rem; }
.template-problems > ul { margin: 0; padding: 0; }
.placeholder-menu { justify-self: end; }
.placeholder-menu > .popup { width: min(32rem, calc(100vw - 4rem)); }
.placeholder-menu > .popup > button { justify-content: space-between; flex-wrap: wrap; column-gap: 1rem; row-gap: 0; margin-block: 0; }
.placeholder-menu code { font-size: 0.8rem; color: var(--quiet); overflow-wrap: anywhere; }
.mail-preview { display: grid; gap: 0.9rem; }
.mail-preview-choices { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; }
.mail-preview-choices label { display: grid; gap: 0.25rem; font-weight: 550; }
.mail-preview-head { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.2rem 0.75rem; margin: 0; overflow-wrap: anywhere; }
.mail-preview-head dt { color: var(--quiet); }
.mail-preview-head dd { margin: 0; }
.mail-preview .mail-frame { width: 100%; height: min(60vh, 44rem); border: 1px solid var(--line); border-radius: var(--round); background: #fff; }
.mail-preview .mail-text { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 60vh; overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: var(--round); }
.mail-preview footer { align-items: center; margin: 0; }
.mail-preview .wrong { margin: 0; padding: 0; }
@media (max-width: 40rem) { .template-control.one-line { grid-template-columns: minmax(0, 1fr); } }
`)

/** Styles of the advisor's screens and conversation threads. */
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
