// The configurator's bundle begins here: registers the element once, whoever loads the script again.
import { SvcConfigurator } from './configurator.js'

if (!customElements.get('svc-configurator')) customElements.define('svc-configurator', SvcConfigurator)
