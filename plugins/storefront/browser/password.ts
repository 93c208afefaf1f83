// The bundle of the page for a new password begins here.
import { NewPassword } from './new-password.js'

if (!customElements.get('svc-new-password')) customElements.define('svc-new-password', NewPassword)
