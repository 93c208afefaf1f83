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
if (document.querySelector('[data-added]') !== null) void import('./buy-form.js').then(({ connectBuyForm }) => connectBuyForm())
if (document.querySelector('.currencies') !== null)
  void import('./currency-choice.js').then(({ connectCurrencyForm }) => connectCurrencyForm())
document
  .querySelector<HTMLInputElement>('[data-product][type=search]')
  ?.addEventListener(
    'focus',
    async ({ target }) =>
      (await import('./on-demand/search-suggestions.js')).connectSearchSuggestions(target as HTMLInputElement),
    { once: true },
  )
