// Entry point of the configurator's bundle: registers `<svc-configurator>` once, however often the script is loaded.
import { SvcConfigurator } from './configurator.js'

if (!customElements.get('svc-configurator')) customElements.define('svc-configurator', SvcConfigurator)
