// What every page of the shop runs: the number of positions beside the link to the cart, and whose and in which currency the configurator is.
import { begin } from './begin.js'
import { remembered, session } from './visitor.js'

const count = document.querySelector<HTMLElement>('.count')

function show(): void {
  if (count !== null) count.textContent = remembered('count')
}

const configurator = document.querySelector<HTMLElement>('svc-configurator')
configurator?.setAttribute('shopper', session() ?? '')
// What the address asks for, or was chosen before, counts on every page, as long as the shop sells in it.
const chosen = new URLSearchParams(location.search).get('currency') ?? remembered('currency')
if (chosen !== null && configurator?.dataset['currencies']?.split(' ').includes(chosen))
  configurator.setAttribute('currency', chosen)
if (configurator?.getAttribute('configuration') === null) begin(configurator, session() || null)
show()
addEventListener('storage', show)
const desk = document.querySelector<HTMLElement>('[data-added]')
if (desk !== null) void import('./buy.js').then(({ sell }) => sell(desk))
const currencies = document.querySelector<HTMLFormElement>('.currencies')
if (currencies !== null) void import('./currency-choice.js').then(({ offer }) => offer(currencies))
