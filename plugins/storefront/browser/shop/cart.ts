// The element `<svc-cart>`: the cart's lines with their actions, and the totals.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CartChange, PositionReply, shopperCalls } from '#core/surface.js'
import { ApiFailure } from '../api-client.js'
import { type CartHost, cartSide, positionBlock } from './cart-parts.js'
import { findShopperCart, storeCart } from './cart-storage.js'
import { createIdempotencyKey, ignoreMissingRecord } from './shop-api.js'
import { QuoteRequestForm } from './quote.js'
import { ShopElement } from './shop-element.js'
import { cartStyle } from './style-cart.js'

/** The line that was removed last, until the next action. */
type RemovedLine = Pick<PositionReply, 'configuration' | 'note' | 'quantity' | 'title'>

export class SvcCart extends ShopElement implements CartHost {
  cart: shopperCalls.CartReply | null = null
  readonly quoteRequest = new QuoteRequestForm(this)
  private removed: RemovedLine | null = null
  /** Entered quantities that are not saved yet, by line id. */
  private readonly requestedQuantities = new Map<number, number>()
  private readonly typedQuantities = new Map<number, string>()
  private readonly notes = new Map<number, string>()
  private readonly refusals = new Map<number, string>()
  private typedNote: string | null = null

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(cartStyle)
    this.addController({
      hostConnected: () => addEventListener('online', this.handleOnline),
      hostDisconnected: () => removeEventListener('online', this.handleOnline),
    })
  }

  quantityOf({ id, quantity }: PositionReply): number {
    return this.requestedQuantities.get(id) ?? quantity
  }

  typedQuantity(id: number): string | undefined {
    return this.typedQuantities.get(id)
  }

  refusalOf(id: number): string | undefined {
    return this.refusals.get(id)
  }

  noteOf({ id, note }: PositionReply): string {
    return this.notes.get(id) ?? note
  }

  get note(): string {
    return this.typedNote ?? this.cart?.note ?? ''
  }

  typeQuantity(id: number, text: string): void {
    this.typedQuantities.set(id, text)
    this.requestUpdate()
  }

  typeNote(id: number, text: string): void {
    this.notes.set(id, text)
    this.requestUpdate()
  }

  typeCartNote(text: string): void {
    this.typedNote = text
    this.requestUpdate()
  }

  /** Applies the typed quantity when the shopper leaves the field. */
  async enterQuantity(position: PositionReply): Promise<void> {
    const text = (this.typedQuantities.get(position.id) ?? '').trim()
    if (text === '') {
      this.typedQuantities.delete(position.id)
      this.requestUpdate()
      return
    }
    // Digits only: the German 1.000 is not 1.
    const quantity = /^\d+$/.test(text) ? Number(text) : 0
    if (quantity > 0) return this.order(position, quantity, text)
    this.refuse(position)
  }

  async order(position: PositionReply, quantity: number, text?: string): Promise<void> {
    const { id } = position
    this.requestedQuantities.set(id, quantity)
    if (text === undefined) this.typedQuantities.delete(id)
    this.refusals.delete(id)
    const hasSucceeded = await this.apply((cart) => {
      // A later change has replaced this one.
      if (this.requestedQuantities.get(id) !== quantity) return Promise.resolve(this.cart)
      return this.service.changePosition(cart, id, { quantity })
    })
    if (hasSucceeded) {
      if (this.typedQuantities.get(id) === text) this.typedQuantities.delete(id)
      this.announceTotal()
    } else if (this.failure?.status === 422) {
      this.requestedQuantities.delete(id)
      this.failure = null
      this.refuse(position)
    }
  }

  private refuse({ id, min_quantity, max_quantity, quantity_step }: PositionReply): void {
    this.refusals.set(id, this.texts.quantityRule({ min: min_quantity, max: max_quantity, step: quantity_step }))
    this.requestUpdate()
  }

  async enterNote({ id, note }: PositionReply): Promise<void> {
    const text = this.notes.get(id)
    if (text === undefined || text === note) return
    if (!(await this.apply((cart) => this.service.changePosition(cart, id, { note: text })))) return
    if (this.notes.get(id) === text) this.notes.delete(id)
    this.announce(this.texts.saved)
  }

  async enterCartNote(): Promise<void> {
    const text = this.typedNote
    if (text === null || text === this.cart?.note) return
    if (!(await this.apply((cart) => this.service.changeCart(cart, { note: text })))) return
    if (this.typedNote === text) this.typedNote = null
    this.announce(this.texts.saved)
  }

  async copy(position: PositionReply): Promise<void> {
    const key = createIdempotencyKey()
    if (!(await this.adding((cart) => this.service.copyPosition(cart, position.id, key)))) return
    this.announce(this.texts.copied({ title: position.title }))
  }

  async removePosition(position: PositionReply): Promise<void> {
    if (!(await this.apply((cart) => this.service.removePosition(cart, position.id)))) return
    this.removed = position.unavailable === null && position.missing.length === 0 ? position : null
    this.focusOn(this.removed === null ? 'h2' : '#put-back')
    this.announce(this.texts.removed({ title: position.title }))
  }

  /** Removes a line whose product is no longer sold. */
  private async forget(id: number): Promise<void> {
    if (await this.apply((cart) => this.service.removePosition(cart, id))) this.focusOn('h2')
  }

  async change(change: CartChange): Promise<void> {
    if (await this.apply((cart) => this.service.changeCart(cart, change))) this.announceTotal()
  }

  /** Follows the link to the checkout once all entries are saved. Stays at an entry that is not. */
  async openCheckout(event: MouseEvent): Promise<void> {
    const isNewWindow = event.ctrlKey || event.metaKey || event.shiftKey
    const hasUnsaved = this.refusals.size > 0 || this.requestedQuantities.size > 0
    if (isNewWindow || (!this.isBusy && !hasUnsaved)) return
    const { href } = event.currentTarget as HTMLAnchorElement
    event.preventDefault()
    await this.waitForActions()
    if (this.requestedQuantities.size > 0) await this.begin()
    const [refused] = this.refusals.keys()
    if (refused !== undefined) this.focusOn(`#quantity-${refused}`)
    else if (this.failure === null && this.cart?.orderable) location.assign(href)
  }

  protected async load(): Promise<void> {
    this.take(await findShopperCart(this.service, this.isSignedIn))
    await this.saveRequestedQuantities()
  }

  /** Saves the entered quantities that an earlier attempt could not save, so the cart never shows one quantity and the sum of another. */
  private async saveRequestedQuantities(): Promise<void> {
    for (const [id, quantity] of [...this.requestedQuantities]) {
      const { cart } = this
      const position = cart?.positions.find((candidate) => candidate.id === id)
      if (cart && position) {
        try {
          this.take(await this.service.changePosition(cart.cart, id, { quantity }))
          continue
        } catch (error) {
          if (!(error instanceof ApiFailure) || error.isTemporary) throw error
          if (error.status === 422) this.refuse(position)
        }
      }
      this.requestedQuantities.delete(id)
    }
  }

  private readonly handleOnline = (): void => {
    if (this.requestedQuantities.size > 0) void this.begin()
  }

  protected body(): TemplateResult {
    const { texts, cart, removed } = this
    const back =
      removed &&
      html`
      <div class="notice row">
        <span>${texts.removed({ title: removed.title })}</span>
        <button type="button" id="put-back" @click=${() => void this.putBack(removed)}>${texts.undo}</button>
      </div>
    `
    const removedBlocks = cart?.gone.map(
      ({ id, title }) => html`
      <div class="notice bad row">
        <span>${texts.notSold({ title })}</span>
        <button type="button" @click=${() => void this.forget(id)}>${texts.remove}<span class="hidden">: ${title}</span></button>
      </div>
    `,
    )
    if (cart === null || cart.positions.length === 0) {
      return html`
        ${this.renderFailure()} ${removedBlocks} ${back ?? nothing}
        <div class="empty">
          <h2 tabindex="-1">${texts.cartEmpty}</h2>
          <p><a class="button primary" href=${this.page('products')}>${texts.toProducts}</a></p>
        </div>
      `
    }
    const words = this.createFormatter(cart.currency)
    return html`
      ${this.renderFailure()} ${removedBlocks} ${back ?? nothing}
      <div class="columns">
        <section aria-labelledby="positions">
          <h2 id="positions" tabindex="-1">${texts.positions({ count: cart.positions.length })}</h2>
          <ul class="positions">
            ${cart.positions.map((position) => positionBlock(this, position, words))}
          </ul>
        </section>
        ${cartSide(this, cart, words)}
      </div>
    `
  }

  private putBack({ configuration, quantity, note }: RemovedLine): Promise<boolean> {
    return this.adding((cart) => this.service.addPosition(cart, { configuration, quantity, note }))
  }

  /** Adds a line and moves the focus to it. */
  private async adding(change: (cart: string) => Promise<shopperCalls.CartReply>): Promise<boolean> {
    const before = new Set(this.cart?.positions.map(({ id }) => id))
    const hasSucceeded = await this.apply(change)
    const fresh = this.cart?.positions.find(({ id }) => !before.has(id))
    if (hasSucceeded && fresh) this.focusOn(`#position-${fresh.id} h3`)
    return hasSucceeded
  }

  /** Applies a change to the cart. If the cart or the line no longer exists, shows the current cart. */
  private apply(change: (cart: string) => Promise<shopperCalls.CartReply | null>): Promise<boolean> {
    return this.enqueue(async () => {
      const { cart, service } = this
      if (cart === null) return
      this.take((await change(cart.cart).catch(ignoreMissingRecord)) ?? (await findShopperCart(service, this.isSignedIn)))
    })
  }

  private take(cart: shopperCalls.CartReply | null): void {
    this.cart = cart
    this.removed = null
    for (const { id, quantity } of cart?.positions ?? [])
      if (this.requestedQuantities.get(id) === quantity) this.requestedQuantities.delete(id)
    storeCart(cart)
    this.dispatchEvent(
      new CustomEvent('svc-cart', { detail: { positions: cart?.positions.length ?? 0 }, bubbles: true, composed: true }),
    )
  }

  private announceTotal(): void {
    const { cart } = this
    const total = cart?.totals?.estimate.gross
    if (cart && total !== undefined)
      this.announce(`${this.texts.totalGross}: ${this.createFormatter(cart.currency).amount(total)}`)
  }
}
