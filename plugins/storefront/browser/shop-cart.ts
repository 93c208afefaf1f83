// The script of `<svc-cart>` begins here: registers the element once, whoever loads it again.
import { SvcCart } from './shop/cart.js'

if (!customElements.get('svc-cart')) customElements.define('svc-cart', SvcCart)
