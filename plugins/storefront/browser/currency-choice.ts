// The currency selector of a page: remembers the choice for every page and applies it to the configurator without a reload.
import { storeShopperValue } from './shopper-storage-writer.js'
import { loadShopperValue } from './shopper-storage.js'

export function connectCurrencyForm(form: HTMLFormElement): void {
  const configurator = document.querySelector('svc-configurator')
  const chosen = new URLSearchParams(location.search).get('currency') ?? loadShopperValue('currency')
  const select = form.querySelector('select')!
  const isOffered = [...select.options].some(({ value }) => value === chosen)
  if (chosen !== null && isOffered && select.value !== chosen) {
    select.value = chosen
    // On a product list, the prices depend on the currency in the URL.
    if (configurator === null) {
      const address = new URL(location.href)
      address.searchParams.set('currency', chosen)
      location.replace(address)
    }
  }
  form.addEventListener('submit', (event) => {
    storeShopperValue('currency', select.value)
    if (configurator === null) return
    event.preventDefault()
    const address = new URL(location.href)
    if (address.searchParams.has('currency')) {
      address.searchParams.set('currency', select.value)
      history.replaceState(history.state, '', address)
    }
    configurator.setAttribute('currency', select.value)
  })
}
