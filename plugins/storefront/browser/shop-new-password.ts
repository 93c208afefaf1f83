// The script of `<svc-new-password>` begins here: registers the element once, whoever loads it again.
import { SvcNewPassword } from './shop/new-password.js'

if (!customElements.get('svc-new-password')) customElements.define('svc-new-password', SvcNewPassword)
