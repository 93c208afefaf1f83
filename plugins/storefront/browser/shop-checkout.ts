// The script of `<svc-checkout>` begins here: registers the element once, whoever loads it again.
import { SvcCheckout } from './shop/checkout.js'

if (!customElements.get('svc-checkout')) customElements.define('svc-checkout', SvcCheckout)
