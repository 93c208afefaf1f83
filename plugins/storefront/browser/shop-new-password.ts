// Entry point of the `<svc-new-password>` script: registers the element once, however often the script is loaded.
import { SvcNewPassword } from './shop/new-password.js'

if (!customElements.get('svc-new-password')) customElements.define('svc-new-password', SvcNewPassword)
