// Entry point of the `<svc-order>` script: registers the element once, however often the script is loaded.
import { SvcOrder } from './shop/order.js'

if (!customElements.get('svc-order')) customElements.define('svc-order', SvcOrder)
