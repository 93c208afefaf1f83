// Script of every shop page: shows the cart's line count, and sets the configurator's shopper and currency.
import { findChosenCurrency, loadShopperValue, loadSessionToken } from './shopper-storage.js'

/** Every page that loads this script has a link to the cart. */
function showCount(): void {
  document.querySelector('.count')!.textContent = loadShopperValue('count')
}

const configurator = document.querySelector<HTMLElement>('svc-configurator')
configurator?.setAttribute('shopper', loadSessionToken() ?? '')
const currency = findChosenCurrency(configurator?.dataset['currencies'])
if (currency !== null) configurator!.setAttribute('currency', currency)
showCount()
addEventListener('storage', showCount)
if (document.querySelector('[data-added]')) void import('./buy-form.js').then((part) => part.connectBuyForm())
if (document.querySelector('.currencies')) void import('./currency-choice.js').then((part) => part.connectCurrencyForm())
if (document.querySelector('.resume')) {
  const revisit = (): void => void import('./on-demand/revisit.js').then((part) => part.connectRevisit())
  if (loadShopperValue('unfinished') !== null || (configurator === null && loadShopperValue('viewed') !== null)) revisit()
  else configurator?.addEventListener('svc-ready', revisit, { once: true })
}
// The search field in the header is the first field of every page.
document
  .querySelector('input')!
  .addEventListener('focus', () => void import('./on-demand/search.js').then((part) => part.connectSearch()), { once: true })
