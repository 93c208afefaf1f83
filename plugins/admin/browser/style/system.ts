// Styles of the system screens: mail preview and frozen migrations.
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
