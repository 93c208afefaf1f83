// Entry point of the `<svc-checkout>` script: registers the element once, however often the script is loaded.
import { SvcCheckout } from './shop/checkout.js'

if (!customElements.get('svc-checkout')) customElements.define('svc-checkout', SvcCheckout)
