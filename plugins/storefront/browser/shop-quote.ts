// The script of `<svc-quote>` begins here: registers the element once, whoever loads it again.
import { SvcQuote } from './shop/quote.js'

if (!customElements.get('svc-quote')) customElements.define('svc-quote', SvcQuote)
