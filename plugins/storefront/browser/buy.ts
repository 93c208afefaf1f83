// Puts a copy of the configuration on the page into the shopper's cart, or saves it as the cart line that is edited.
import type { CartReply, NewPosition, PositionReply } from '#core/commerce/cart/define.js'
import type { SvcConfigurator } from './configurator.js'
import type { ConfiguratorState } from './later/outward.js'
import { forgetKept } from './kept.js'
import { anchorOf } from './question.js'
import { ServiceFailure } from './service.js'
import { newKey } from './shop/keys.js'
import { ShopApi } from './shop/shop-api.js'
import { remember } from './remember.js'
import type { Problem } from './sync.js'
import { remembered, session } from './visitor.js'

/** The detail of `svc-add-to-cart`, which a page cancels that has a cart of its own. */
export interface Purchase extends ConfiguratorState {
  /** null: the smallest that the product allows. */
  readonly quantity: number | null
}

/** Nothing is there, or nobody is signed in whose it could be. */
const unlessMissing = (error: unknown): null => {
  if (error instanceof ServiceFailure && (error.status === 404 || error.status === 401)) return null
  throw error
}

/** Where the key of a purchase is stored until the cart has the line. */
const purchase = 'svc-purchase'

/** The same for every attempt to buy one state of a configuration, over a reload too: the cart gets one copy of it. */
function purchaseKey(state: string): string {
  try {
    const [stored, key] = JSON.parse(sessionStorage.getItem(purchase) ?? '[]') as readonly string[]
    if (stored === state && key !== undefined) return key
    const fresh = newKey()
    sessionStorage.setItem(purchase, JSON.stringify([state, fresh]))
    return fresh
  } catch {
    // Nothing is stored: a repeated attempt may add the line twice.
    return newKey()
  }
}

function forgetPurchase(): void {
  try {
    sessionStorage.removeItem(purchase)
  } catch {
    // Nothing was stored.
  }
}

/** The cart with the line, which its configuration names; null where no cart has it. */
async function cartWith(
  shop: ShopApi,
  configurations: readonly string[],
  mayHaveOne: boolean,
): Promise<{ readonly cart: string; readonly line: PositionReply } | null> {
  const stored = remembered('cart')
  const found = [
    stored === null ? null : await shop.cart(stored).catch(unlessMissing),
    mayHaveOne ? await shop.currentCart().catch(unlessMissing) : null,
  ]
  for (const reply of found) {
    const line = reply?.positions.find(({ configuration }) => configurations.includes(configuration))
    if (reply && line) return { cart: reply.cart, line }
  }
  return null
}

/** Into the cart that there is; into a new one where there is none, or it has expired. */
async function put(shop: ShopApi, position: NewPosition, currency: string | null, mayHaveOne: boolean): Promise<CartReply> {
  const held = remembered('cart')
  const first = held === null ? null : await shop.addPosition(held, position).catch(unlessMissing)
  if (first !== null) return first
  const current = mayHaveOne ? await shop.currentCart().catch(unlessMissing) : null
  const { cart } = current ?? (await shop.createCart(currency === null ? {} : { currency }))
  // Before anything lies in it: where the answer to that gets lost, it is looked for here.
  remember('cart', cart)
  return shop.addPosition(cart, position)
}

/** The desk stands in the configurator; its `data-` attributes hold the sentences that it says. */
export function sell(desk: HTMLElement): void {
  const configurator = desk.closest<SvcConfigurator>('svc-configurator')
  const field = desk.querySelector('input')
  const output = desk.querySelector('output')
  const button = desk.querySelector('button')
  const toCart = desk.querySelector('a')
  if (configurator === null || output === null) return
  // Asked for when it is needed: the configurator may come after this.
  const shop = (): ShopApi => new ShopApi(configurator.api, configurator.language, session())
  const said = desk.dataset
  const mayHaveOne = (): boolean => session() !== null || 'hostUsers' in said
  let isBusy = false

  const say = (content: string | Node, isRefusal: boolean): void => {
    desk.toggleAttribute('data-refused', isRefusal)
    desk.toggleAttribute('data-done', !isRefusal && content !== '')
    output.replaceChildren(content)
  }

  /** Names the first problem by a link to its question, and puts the focus there. */
  function showProblem(element: SvcConfigurator, { question_id: id, message }: Problem): void {
    const link = document.createElement('a')
    link.href = `#${anchorOf(id)}`
    link.textContent = message || said['unfinished'] || ''
    link.addEventListener('click', (event) => {
      event.preventDefault()
      void element.goTo(id)
    })
    say(link, true)
    void element.goTo(id)
  }

  /** What was entered as a quantity; null for the smallest, undefined where the product does not allow it. */
  function enteredQuantity(): number | null | undefined {
    const text = field?.value.trim() ?? ''
    if (field === null || text === '') return null
    const [min, max, step] = ['min', 'max', 'step'].map((name) => Number(field.dataset[name])) as [number, number, number]
    const quantity = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return quantity >= min && quantity <= max && (quantity - min) % step === 0 ? quantity : undefined
  }

  /** What the page stored of the edited line is of no use any more. */
  const leave = (element: SvcConfigurator): void => {
    const { product, configuration, id: place } = element
    addEventListener('pagehide', () => forgetKept({ product, configuration, place }), { once: true })
  }

  async function save(element: SvcConfigurator, configuration: string): Promise<void> {
    const found = await cartWith(shop(), [element.configuration, configuration], mayHaveOne())
    if (found === null) {
      // It can still be added.
      delete said['saves']
      button!.textContent = said['add'] ?? ''
      return say(said['gone'] ?? '', true)
    }
    const { cart, line } = found
    if (line.configuration !== configuration) await shop().changePosition(cart, line.id, { configuration })
    leave(element)
    toCart?.click()
  }

  async function act(element: SvcConfigurator): Promise<void> {
    const state = await element.settled()
    const [problem] = state.problems
    if (problem) return showProblem(element, problem)
    if (!state.complete || state.configuration === null) return say(said['lost'] ?? '', true)
    if ('saves' in said) return save(element, state.configuration)
    const quantity = enteredQuantity()
    if (quantity === undefined) {
      field?.focus()
      return say(said['quantity'] ?? '', true)
    }
    const detail: Purchase = { ...state, quantity }
    const told = new CustomEvent('svc-add-to-cart', { detail, bubbles: true, composed: true, cancelable: true })
    if (!element.dispatchEvent(told)) return
    const { configuration: source, revision, currency } = state
    // The cart gets a copy: whatever becomes of the line, the page goes on with its own configuration.
    const { configuration } = await shop().duplicate(source, purchaseKey(`${source} ${revision}`))
    const position = { configuration, ...(quantity !== null && { quantity }) }
    const { cart, positions } = await put(shop(), position, currency, mayHaveOne())
    forgetPurchase()
    remember('cart', cart)
    remember('count', String(positions.length))
    // What the page was opened for is in the cart now: there is nothing left of it here to go on with.
    if (element.configuration !== '') return toCart?.click()
    say((said['added'] ?? '').replace('{count}', String(positions.length)), false)
  }

  const press = (): void => {
    if (isBusy) return
    isBusy = true
    say('', false)
    act(configurator)
      .catch((error: unknown) => {
        if (!(error instanceof ServiceFailure)) throw error
        say(error.sentence ?? (error.passing ? said['lost'] : said['refusedByShop']) ?? '', true)
      })
      .finally(() => (isBusy = false))
  }

  // What was wrong may be right now.
  configurator.addEventListener('svc-change', () => desk.hasAttribute('data-refused') && say('', false))
  toCart?.addEventListener('click', () => 'saves' in said && leave(configurator))
  button?.addEventListener('click', press)
  field?.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') press()
  })
  if (session() === null) return
  void customElements
    .whenDefined('svc-configurator')
    .then(() => shop().profile())
    .catch((error: unknown) => {
      if (!(error instanceof ServiceFailure) || error.status !== 401) return
      remember('session', null)
      location.reload()
    })
}
