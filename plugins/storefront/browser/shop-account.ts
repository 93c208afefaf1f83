// Entry point of the `<svc-account>` script: registers the element once, however often the script is loaded.
import { SvcAccount } from './shop/account.js'

if (!customElements.get('svc-account')) customElements.define('svc-account', SvcAccount)
