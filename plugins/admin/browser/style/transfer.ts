// Styles of the transfer screen: sections, code texts and findings.
import { createStyleAdopter } from './style-adopter.js'

export const adoptTransferStyle = createStyleAdopter(`
.transfer .card { display: grid; gap: 0.75rem; margin-block-end: 1rem; }
.transfer .card > * { margin: 0; }
.transfer .field { max-width: 46rem; }
.transfer .field:has(textarea) { max-width: none; }
.transfer ul { padding-inline-start: 1.2rem; margin-block: 0.25rem 0.75rem; overflow-wrap: anywhere; }
.transfer h3 { margin-block-start: 0.5rem; }
.transfer textarea.code { font-family: ui-monospace, monospace; font-size: 0.9rem; min-height: 16rem; white-space: pre; overflow: auto; tab-size: 12; }
.transfer .language-tabs [aria-current=page] { background: var(--panel); box-shadow: var(--shade); font-weight: 620; }
`)
