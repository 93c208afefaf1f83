// Script of every shop page: shows the cart's line count, and sets the configurator's shopper and currency.
import { chosenCurrency, remembered, session } from './visitor.js'

const count = document.querySelector<HTMLElement>('.count')

function show(): void {
  if (count !== null) count.textContent = remembered('count')
}

const configurator = document.querySelector<HTMLElement>('svc-configurator')
configurator?.setAttribute('shopper', session() ?? '')
const currency = chosenCurrency(configurator?.dataset['currencies'])
if (currency !== null) configurator!.setAttribute('currency', currency)
show()
addEventListener('storage', show)
const desk = document.querySelector<HTMLElement>('[data-added]')
if (desk !== null) void import('./buy.js').then(({ sell }) => sell(desk))
const currencies = document.querySelector<HTMLFormElement>('.currencies')
if (currencies !== null) void import('./currency-choice.js').then(({ offer }) => offer(currencies))
