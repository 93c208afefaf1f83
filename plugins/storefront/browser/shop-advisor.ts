// Entry point of the `<svc-advisor>` script: registers the element once, however often the script is loaded.
import { SvcAdvisor } from './shop/advisor.js'

if (!customElements.get('svc-advisor')) customElements.define('svc-advisor', SvcAdvisor)
