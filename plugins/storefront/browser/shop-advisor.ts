// The script of `<svc-advisor>` begins here: registers the element once, whoever loads it again.
import { SvcAdvisor } from './shop/advisor.js'

if (!customElements.get('svc-advisor')) customElements.define('svc-advisor', SvcAdvisor)
