// Entry point of the `<svc-product-list>` script: registers the element once, however often the script is loaded.
import { SvcProductList } from './shop/product-list.js'

if (!customElements.get('svc-product-list')) customElements.define('svc-product-list', SvcProductList)
