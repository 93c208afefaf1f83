// The script of `<svc-product-list>` begins here: registers the element once, whoever loads it again.
import { SvcProductList } from './shop/product-list.js'

if (!customElements.get('svc-product-list')) customElements.define('svc-product-list', SvcProductList)
