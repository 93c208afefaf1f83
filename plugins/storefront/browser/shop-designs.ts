// Entry point of the `<svc-designs>` script: registers the element once, however often the script is loaded.
import { SvcDesigns } from './shop/designs.js'

if (!customElements.get('svc-designs')) customElements.define('svc-designs', SvcDesigns)
