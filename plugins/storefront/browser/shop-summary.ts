// The script of `<svc-summary>` begins here: registers the element once, whoever loads it again.
import { SvcSummary } from './shop/summary.js'

if (!customElements.get('svc-summary')) customElements.define('svc-summary', SvcSummary)
