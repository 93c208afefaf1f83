// What every page of the shop runs: the number of positions beside the link to the cart, and the session that the configurator sends.
import { remembered, session } from './visitor.js'

const count = document.querySelector<HTMLElement>('.count')

function show(): void {
  if (count !== null) count.textContent = remembered('count')
}

document.querySelector('svc-configurator')?.setAttribute('shopper', session() ?? '')
show()
addEventListener('storage', show)
const desk = document.querySelector<HTMLElement>('[data-added]')
if (desk !== null) void import('./buy.js').then(({ sell }) => sell(desk))
