// Entry point of the `<svc-summary>` script: registers the element once, however often the script is loaded.
import { SvcSummary } from './shop/summary.js'

if (!customElements.get('svc-summary')) customElements.define('svc-summary', SvcSummary)
