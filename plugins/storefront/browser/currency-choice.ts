// The currency buttons of a page: remember the choice for every page and apply it to the configurator without a reload.
import { loadShopperValue } from './shopper-storage.js'
import { storeShopperValue } from './shopper-storage-writer.js'

export function connectCurrencyForm(): void {
  const form = document.querySelector<HTMLFormElement>('.currencies')!
  const configurator = document.querySelector('svc-configurator')
  const chosen = new URLSearchParams(location.search).get('currency') ?? loadShopperValue('currency')
  const buttons = [...form.querySelectorAll('button')]
  const menu = form.closest<HTMLElement>('[popover]')
  const code = document.querySelector('.code')
  const mark = (currency: string): void => {
    for (const button of buttons) {
      if (button.value === currency) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
    if (code !== null) code.textContent = currency
  }
  const current = buttons.find((button) => button.hasAttribute('aria-current'))?.value
  const isOffered = buttons.some(({ value }) => value === chosen)
  if (chosen !== null && isOffered && current !== chosen) {
    mark(chosen)
    // On a product list, the prices depend on the currency in the URL.
    if (configurator === null) {
      const address = new URL(location.href)
      address.searchParams.set('currency', chosen)
      location.replace(address)
    }
  }
  form.addEventListener('submit', (event) => {
    const { value: currency } = event.submitter as HTMLButtonElement
    storeShopperValue('currency', currency)
    if (configurator === null) return
    event.preventDefault()
    const address = new URL(location.href)
    if (address.searchParams.has('currency')) {
      address.searchParams.set('currency', currency)
      history.replaceState(history.state, '', address)
    }
    mark(currency)
    menu?.hidePopover()
    configurator.setAttribute('currency', currency)
  })
}
