// The script of `<svc-order>` begins here: registers the element once, whoever loads it again.
import { SvcOrder } from './shop/order.js'

if (!customElements.get('svc-order')) customElements.define('svc-order', SvcOrder)
