// Puts a copy of the page's configuration into the shopper's cart, or saves it to the cart line that is being edited.
import type { NewPosition, PositionReply, shopperCalls } from '#core/surface.js'
import type { SvcConfigurator } from './configurator.js'
import type { ConfiguratorState } from './on-demand/configurator-api.js'
import { deleteTabConfiguration } from './tab-configuration.js'
import { toQuestionAnchor } from './question.js'
import { ApiFailure } from './api-client.js'
import { createIdempotencyKey, ShopApi } from './shop/shop-api.js'
import { loadShopperValue, loadSessionToken } from './shopper-storage.js'
import { storeShopperValue } from './shopper-storage-writer.js'
import type { EntryProblem } from './entry-queue.js'

/** The detail of `svc-add-to-cart`. A page with its own cart cancels the event. */
export interface Purchase extends ConfiguratorState {
  /** null: the smallest quantity that the product allows. */
  readonly quantity: number | null
}

/** null if the record does not exist or the shopper is not signed in. */
const ignoreMissingOrGuest = (error: unknown): null => {
  if (error instanceof ApiFailure && (error.status === 404 || error.status === 401)) return null
  throw error
}

/** Storage key of the purchase key. The entry exists until the cart has the line. */
const purchaseStorageKey = 'svc-purchase'

/** The idempotency key for one state of a configuration. It survives reloads, so the cart gets one copy. */
function loadPurchaseKey(state: string): string {
  try {
    const [stored, key] = JSON.parse(sessionStorage.getItem(purchaseStorageKey) ?? '[]') as readonly string[]
    if (stored === state && key !== undefined) return key
    const fresh = createIdempotencyKey()
    sessionStorage.setItem(purchaseStorageKey, JSON.stringify([state, fresh]))
    return fresh
  } catch {
    // Storage is not available: a repeated attempt may add the line twice.
    return createIdempotencyKey()
  }
}

function clearPurchaseKey(): void {
  try {
    sessionStorage.removeItem(purchaseStorageKey)
  } catch {
    // Storage is not available.
  }
}

/** The cart and its line with one of the configurations; null if there is none. */
async function findCartWithLine(
  shop: ShopApi,
  configurations: readonly string[],
  mayHaveCart: boolean,
): Promise<{ readonly cart: string; readonly line: PositionReply } | null> {
  const stored = loadShopperValue('cart')
  const carts = [
    stored === null ? null : await shop.cart(stored).catch(ignoreMissingOrGuest),
    mayHaveCart ? await shop.currentCart().catch(ignoreMissingOrGuest) : null,
  ]
  for (const reply of carts) {
    const line = reply?.positions.find(({ configuration }) => configurations.includes(configuration))
    if (reply && line) return { cart: reply.cart, line }
  }
  return null
}

/** Adds the line to the current cart. Creates a cart if there is none or it has expired. */
async function addLineToCart(
  shop: ShopApi,
  position: NewPosition,
  currency: string | null,
  mayHaveCart: boolean,
): Promise<shopperCalls.CartReply> {
  const storedCart = loadShopperValue('cart')
  const first = storedCart === null ? null : await shop.addPosition(storedCart, position).catch(ignoreMissingOrGuest)
  if (first !== null) return first
  const current = mayHaveCart ? await shop.currentCart().catch(ignoreMissingOrGuest) : null
  const { cart } = current ?? (await shop.createCart(currency === null ? {} : { currency }))
  // Remember the cart before adding the line: if the reply is lost, the next attempt finds the line in this cart.
  storeShopperValue('cart', cart)
  return shop.addPosition(cart, position)
}

/** Connects the buy form inside the configurator. Its `data-` attributes contain the texts to show. */
export function connectBuyForm(): void {
  const buyElement = document.querySelector<HTMLElement>('[data-added]')!
  const configurator = buyElement.closest<SvcConfigurator>('svc-configurator')
  const field = buyElement.querySelector('input')
  const output = buyElement.querySelector('output')
  const button = buyElement.querySelector('button')
  const toCart = buyElement.querySelector('a')
  if (configurator === null || output === null) return
  // Create the API client on demand: the configurator may be defined after this script.
  const shop = (): ShopApi => new ShopApi(configurator.api, configurator.language, loadSessionToken())
  const texts = buyElement.dataset
  const canHaveCart = (): boolean => loadSessionToken() !== null || 'hostUsers' in texts
  let isBusy = false

  const setBusy = (busy: boolean): void => {
    isBusy = busy
    buyElement.toggleAttribute('data-busy', busy)
  }

  const showMessage = (content: string | Node, isRefusal: boolean): void => {
    buyElement.toggleAttribute('data-refused', isRefusal)
    buyElement.toggleAttribute('data-done', !isRefusal && content !== '')
    output.replaceChildren(content)
  }

  /** Links to the question of the first problem and moves the focus there. */
  function showProblem(element: SvcConfigurator, { question_id: id, message }: EntryProblem): void {
    const link = document.createElement('a')
    link.href = `#${toQuestionAnchor(id)}`
    link.textContent = message || texts['unfinished'] || ''
    link.addEventListener('click', (event) => {
      event.preventDefault()
      void element.goTo(id)
    })
    showMessage(link, true)
    void element.goTo(id)
  }

  /** The entered quantity; null for the smallest, undefined if the product does not allow it. */
  function enteredQuantity(): number | null | undefined {
    const text = field?.value.trim() ?? ''
    if (field === null || text === '') return null
    const [min, max, step] = ['min', 'max', 'step'].map((name) => Number(field.dataset[name])) as [number, number, number]
    const quantity = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return quantity >= min && quantity <= max && (quantity - min) % step === 0 ? quantity : undefined
  }

  /** Forgets the stored state of the edited line when the page is left. */
  const leave = (element: SvcConfigurator): void => {
    const { product, configuration, id: place } = element
    addEventListener('pagehide', () => deleteTabConfiguration({ product, configuration, place }), { once: true })
  }

  async function save(element: SvcConfigurator, configuration: string): Promise<void> {
    const cartMatch = await findCartWithLine(shop(), [element.configuration, configuration], canHaveCart())
    if (cartMatch === null) {
      // The line is gone, but the configuration can still be added.
      delete texts['saves']
      button!.textContent = texts['add'] ?? ''
      return showMessage(texts['gone'] ?? '', true)
    }
    const { cart, line } = cartMatch
    if (line.configuration !== configuration) await shop().changePosition(cart, line.id, { configuration })
    leave(element)
    toCart?.click()
  }

  async function act(element: SvcConfigurator): Promise<void> {
    const state = await element.settled()
    const [problem] = state.problems
    if (problem) return showProblem(element, problem)
    if (!state.complete || state.configuration === null) return showMessage(texts['lost'] ?? '', true)
    if ('saves' in texts) return save(element, state.configuration)
    const quantity = enteredQuantity()
    if (quantity === undefined) {
      field?.focus()
      return showMessage(texts['quantity'] ?? '', true)
    }
    const detail: Purchase = { ...state, quantity }
    const addEvent = new CustomEvent('svc-add-to-cart', { detail, bubbles: true, composed: true, cancelable: true })
    if (!element.dispatchEvent(addEvent)) return
    const { configuration: source, revision, currency } = state
    // The cart gets a copy. The page continues with its own configuration, independent of the cart line.
    const { configuration } = await shop().duplicate(source, loadPurchaseKey(`${source} ${revision}`))
    const position = { configuration, ...(quantity !== null && { quantity }) }
    const { cart, positions } = await addLineToCart(shop(), position, currency, canHaveCart())
    clearPurchaseKey()
    storeShopperValue('cart', cart)
    storeShopperValue('count', String(positions.length))
    // The configuration that the page was opened for is now in the cart, so the page has nothing left to edit.
    if (element.configuration !== '') return toCart?.click()
    showMessage((texts['added'] ?? '').replace('{count}', String(positions.length)), false)
  }

  const press = (): void => {
    if (isBusy) return
    setBusy(true)
    showMessage('', false)
    act(configurator)
      .catch((error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error
        showMessage(error.shopperMessage ?? (error.isTemporary ? texts['lost'] : texts['refusedByShop']) ?? '', true)
      })
      .finally(() => setBusy(false))
  }

  // The problem shown may be solved now.
  configurator.addEventListener('svc-change', () => buyElement.hasAttribute('data-refused') && showMessage('', false))
  toCart?.addEventListener('click', () => 'saves' in texts && leave(configurator))
  button?.addEventListener('click', press)
  field?.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') press()
  })
  if (loadSessionToken() === null) return
  void customElements
    .whenDefined('svc-configurator')
    .then(() => shop().profile())
    .catch((error: unknown) => {
      if (!(error instanceof ApiFailure) || error.status !== 401) return
      storeShopperValue('session', null)
      location.reload()
    })
}
