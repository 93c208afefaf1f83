// Puts the configuration on the page into the shopper's cart: finished, once, and in the cart that he has.
import type { CartReply, NewPosition } from '#core/commerce/cart/define.js'
import type { SvcConfigurator } from './configurator.js'
import type { ConfiguratorState } from './later/outward.js'
import { ServiceFailure } from './service.js'
import { ShopApi } from './shop/shop-api.js'
import { remember } from './remember.js'
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
  if (configurator === null || output === null) return
  // Asked for when it is needed: the configurator may come after this.
  const shop = (): ShopApi => new ShopApi(configurator.api, configurator.language, session())
  const said = desk.dataset
  let isBusy = false

  const say = (sentence: string, isRefusal: boolean): void => {
    desk.toggleAttribute('data-refused', isRefusal)
    desk.toggleAttribute('data-done', !isRefusal && sentence !== '')
    output.value = sentence
  }

  async function add(element: SvcConfigurator): Promise<void> {
    const state = await element.settled()
    if (!state.complete || state.configuration === null) {
      // The price box lists what is missing, and leads there.
      element.renderRoot.querySelector<HTMLElement>('.missing button')?.click()
      return say(state.missing[0]?.message ?? said['unfinished'] ?? '', true)
    }
    const entered = field?.value.trim() ?? ''
    const quantity = entered === '' ? null : Number(entered)
    const detail: Purchase = { ...state, quantity }
    const told = new CustomEvent('svc-add-to-cart', { detail, bubbles: true, composed: true, cancelable: true })
    if (!element.dispatchEvent(told)) return
    const position = { configuration: state.configuration, ...(quantity !== null && { quantity }) }
    const mayHaveOne = session() !== null || 'hostUsers' in said
    const into = (one: NewPosition): Promise<CartReply> => put(shop(), one, state.currency, mayHaveOne)
    const { cart, positions } = await into(position).catch(async (error: unknown) => {
      if (!(error instanceof ServiceFailure && error.isReadOnly)) throw error
      // It was shared to be looked at: a copy is bought.
      const { configuration } = await shop().duplicate(position.configuration)
      return into({ ...position, configuration })
    })
    remember('cart', cart)
    remember('count', String(positions.length))
    // What the page was opened for lies in the cart now: there is nothing left of it here to go on with.
    if (element.configuration !== '') return desk.querySelector('a')?.click()
    // Whoever goes on from here must not change what lies in the cart.
    await element.another()
    say((said['added'] ?? '').replace('{count}', String(positions.length)), false)
  }

  const buy = (): void => {
    if (isBusy) return
    isBusy = true
    say('', false)
    add(configurator)
      .catch((error: unknown) => {
        if (!(error instanceof ServiceFailure)) throw error
        say(error.sentence ?? (error.passing ? said['lost'] : said['refusedByShop']) ?? '', true)
      })
      .finally(() => (isBusy = false))
  }

  desk.querySelector('button')?.addEventListener('click', buy)
  field?.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') buy()
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
