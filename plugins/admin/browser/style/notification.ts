// Styles of the editor of notifications: the menu of placeholders and the preview.
import { createStyleAdopter } from './style-adopter.js'

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
