// Entry point of the `<svc-cart>` script: registers the element once, however often the script is loaded.
import { SvcCart } from './shop/cart.js'

if (!customElements.get('svc-cart')) customElements.define('svc-cart', SvcCart)
