// Entry point of the `<svc-quote>` script: registers the element once, however often the script is loaded.
import { SvcQuote } from './shop/quote.js'

if (!customElements.get('svc-quote')) customElements.define('svc-quote', SvcQuote)
