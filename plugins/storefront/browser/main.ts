// The storefront's bundle begins here: registers the elements once, whoever loads the script again.
import { SvcConfigurator } from './configurator.js'
import { NewPassword } from './new-password.js'

if (!customElements.get('svc-configurator')) customElements.define('svc-configurator', SvcConfigurator)
if (!customElements.get('svc-new-password')) customElements.define('svc-new-password', NewPassword)
