// The script of `<svc-account>` begins here: registers the element once, whoever loads it again.
import { SvcAccount } from './shop/account.js'

if (!customElements.get('svc-account')) customElements.define('svc-account', SvcAccount)
