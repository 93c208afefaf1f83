// The element `<svc-account>`: sign-in and registration, or the profile, addresses and carts of the signed-in shopper.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CartSummary, OrderSummary, ProfileReply, QuoteSummary } from '#core/surface.js'
import { getTextPart } from '../../part-names.js'
import type { OrderTexts } from '../../text/shop-types.js'
import { ApiFailure } from '../api-client.js'
import { PartLoader, type TextLoaders } from '../part-loader.js'
import { loadShopperValue } from '../shopper-storage.js'
import { storeShopperValue } from '../shopper-storage-writer.js'
import { AddressBook } from './address-book.js'
import { storeCart } from './cart-storage.js'
import { Form } from './form.js'
import { orderBadges } from './order-parts.js'
import { ShopElement } from './shop-element.js'
import type { AccountAddress } from './shop-api.js'
import { getGuestCart, storeShopperSession, SignInForms } from './sign-in.js'

// The orders and quotes of an account, newest first.

interface ListEntry {
  readonly href: string
  readonly title: string
  readonly status: TemplateResult | string
  readonly amount: string
}

const documentList = (entries: readonly ListEntry[]): TemplateResult => html`
  <ul class="rows">
    ${entries.map(
      ({ href, title, status, amount }) => html`
        <li><a href=${href}>${title}</a><span>${status}</span><span class="costs">${amount}</span></li>
      `,
    )}
  </ul>
`

function orderList(host: ShopElement, orders: readonly OrderSummary[], orderTexts: OrderTexts | null): TemplateResult {
  const { texts } = host
  if (orders.length === 0) return html`<p class="muted">${texts.noOrders}</p>`
  if (orderTexts === null) return html`<p class="loading" role="status">${texts.loading}</p>`
  return documentList(
    orders.map((order) => {
      const { number_text: number, placed, currency, gross } = order
      const words = host.createFormatter(currency)
      return {
        href: host.page('order', { token: order.order }),
        title:
          placed === null
            ? orderTexts.orderNumber({ number })
            : orderTexts.datedOrderNumber({ number, date: words.date(placed) }),
        status: orderBadges(order, orderTexts),
        amount: words.amount(gross),
      }
    }),
  )
}

function quoteList(host: ShopElement, quotes: readonly QuoteSummary[]): TemplateResult {
  const { texts } = host
  return documentList(
    quotes.map(({ quote, number, created, status, currency, gross, shows_prices }) => {
      const words = host.createFormatter(currency)
      return {
        href: host.page('quote', { token: quote }),
        title: texts.quoteNumber({ number: String(number), date: words.date(created) }),
        status: texts.quoteState({ status }),
        amount: shows_prices ? words.amount(gross) : '',
      }
    }),
  )
}

export class SvcAccount extends ShopElement {
  private readonly orderParts = new PartLoader<TextLoaders<'order', OrderTexts>>(this, {})
  profile: ProfileReply | null = null
  carts: readonly CartSummary[] = []
  orders: readonly OrderSummary[] = []
  quotes: readonly QuoteSummary[] = []
  private readonly signIn = new SignInForms(this, async () => {
    await this.begin()
    this.focusOn('h2')
  })
  private readonly addressBook = new AddressBook(this)
  private readonly form = new Form(this, 'profile')
  private readonly confirmation = new Form(this, 'confirm')
  /** The token in a registration's confirmation link; null without one. */
  private confirmToken = new URLSearchParams(location.search).get('confirm')
  private mailMessage = ''

  protected async load(): Promise<void> {
    this.profile =
      this.isSignedIn || !this.keepsAccounts ? await this.service.profile().catch(createGuestHandler(this.keepsAccounts)) : null
    if (this.profile === null) return
    const { service } = this
    const [addresses, carts, orders, quotes] = await Promise.all([
      service.addresses(),
      service.carts(),
      service.orders(),
      service.quotes(),
      this.orderParts.waitForParts([getTextPart('order', this.language)]),
    ])
    this.orders = orders
    this.quotes = quotes
    this.take(addresses)
    this.carts = carts
  }

  private take(addresses: readonly AccountAddress[]): void {
    this.addressBook.addresses = addresses
  }

  protected body(): TemplateResult {
    const { texts, profile } = this
    if (this.confirmToken !== null && this.keepsAccounts) return this.confirmBlock(this.confirmToken)
    if (profile === null) {
      return html`${this.renderFailure()}${this.keepsAccounts ? this.signIn.block() : html`<p>${texts.hostSignsIn}</p>`}`
    }
    return html`
      ${this.renderFailure()} ${this.greeting(profile)}
      <section class="section" aria-labelledby="orders">
        <h2 id="orders">${texts.orders}</h2>
        ${orderList(this, this.orders, this.orderParts.get(getTextPart('order', this.language))?.texts ?? null)}
      </section>
      ${
        this.quotes.length === 0
          ? nothing
          : html`<section class="section" aria-labelledby="quotes">
              <h2 id="quotes">${texts.quotes}</h2>
              ${quoteList(this, this.quotes)}
            </section>`
      }
      <section class="section" aria-labelledby="designs">
        <h2 id="designs">${texts.designs}</h2>
        <p class="muted">${texts.designsHint}</p>
        <a class="button" href=${this.page('designs')}>${texts.designs}</a>
      </section>
      <section class="section" aria-labelledby="carts">
        <h2 id="carts">${texts.carts}</h2>
        ${this.cartList()}
      </section>
      <section class="section" aria-labelledby="addresses">${this.addressBook.block()}</section>
      <section class="section" aria-labelledby="about">
        <h2 id="about">${texts.profile}</h2>
        ${this.profileForm(profile)}
      </section>
      ${this.keepsAccounts ? this.passwordBlock(profile) : nothing}
    `
  }

  /**
   * Asks for the password here and not in the registration form, because anybody can register any address. Requires a click, because
   * mail scanners open the links in mails.
   */
  private confirmBlock(token: string): TemplateResult {
    const { texts, confirmation: form } = this
    return html`
      <form class="narrow" novalidate @submit=${(event: Event) => void this.confirm(event, token)}>
        ${this.renderFailure()} ${form.summary()}
        <h2>${texts.confirmEmail}</h2>
        <div class="fields">
          ${form.field({ name: 'first_name', label: texts.firstName, autocomplete: 'given-name' })}
          ${form.field({ name: 'last_name', label: texts.lastName, autocomplete: 'family-name' })}
          ${form.field({ name: 'company', label: texts.company, autocomplete: 'organization', isWide: true })}
          ${form.field({ name: 'password', label: texts.password, type: 'password', autocomplete: 'new-password', isRequired: true, hint: texts.passwordHint, isWide: true })}
        </div>
        <div class="actions">
          <button class="primary">${texts.confirmAndSignIn}</button>
          <a class="button" href=${this.page('account')}>${texts.signIn}</a>
        </div>
      </form>
    `
  }

  private async confirm(event: Event, token: string): Promise<void> {
    event.preventDefault()
    const { confirmation } = this
    const input = { ...confirmation.entries(), password: confirmation.value('password') }
    const hasSucceeded = await this.runAction(`confirm ${JSON.stringify(input)}`, async () => {
      storeShopperSession(await this.service.confirmRegistration(token, { ...input, ...getGuestCart() }))
    })
    if (hasSucceeded) {
      this.confirmToken = null
      confirmation.clear()
      history.replaceState(null, '', this.page('account'))
      await this.begin()
      this.focusOn('h2')
    } else if (confirmation.showRefusals(this.failure, undefined, this.nameRefusals)) this.failure = null
  }

  private greeting({ email }: ProfileReply): TemplateResult {
    const { texts } = this
    return html`
      <div class="notice row">
        <h2 class="plain-title" tabindex="-1">${texts.signedInAs({ email })}</h2>
        ${this.keepsAccounts ? html`<button type="button" @click=${() => void this.signOut()}>${texts.signOut}</button>` : nothing}
      </div>
    `
  }

  private cartList(): TemplateResult {
    const { texts, carts } = this
    if (carts.length === 0) return html`<p class="muted">${texts.noCarts}</p>`
    const words = this.createFormatter({ code: 'EUR', decimals: 2 })
    const current = loadShopperValue('cart') ?? carts[0]!.cart
    return html`
      <ul class="cards">
        ${carts.map(
          ({ cart, positions, changed }) => html`
            <li class="card">
              <h3>${texts.positions({ count: positions })}</h3>
              <p class="small">${texts.lastChanged({ date: words.date(changed) })}</p>
              <div class="actions">
                <a class="button" href=${this.page('cart')} @click=${(event: Event) => void this.goOn(event, cart)}>${texts.goOn}</a>
                ${cart === current && carts.length > 1 ? html`<span class="small">${texts.thisCart}</span>` : nothing}
              </div>
            </li>
          `,
        )}
      </ul>
    `
  }

  /** Makes the cart the current one on all devices, not only in this browser. */
  private async goOn(event: Event, cart: string): Promise<void> {
    event.preventDefault()
    const hasSucceeded = await this.runAction(`resume ${cart}`, async () => storeCart(await this.service.resumeCart(cart)))
    if (hasSucceeded) location.assign(this.page('cart'))
  }

  /** Texts of this form that are invalid contain a web address or a line break. */
  private get nameRefusals(): Readonly<Record<string, string>> {
    return { INVALID_VALUE: this.texts.refusal({ code: 'NOT_PLAIN' }) }
  }

  private profileForm(profile: ProfileReply): TemplateResult {
    const { texts, form } = this
    return html`
      <form class="form" novalidate @submit=${(event: Event) => void this.saveProfile(event)}>
        ${form.summary()}
        <div class="fields">
          ${form.field({ name: 'first_name', label: texts.firstName, value: profile.first_name, autocomplete: 'given-name' })}
          ${form.field({ name: 'last_name', label: texts.lastName, value: profile.last_name, autocomplete: 'family-name' })}
          ${form.field({ name: 'company', label: texts.company, value: profile.company, autocomplete: 'organization' })}
          ${form.field({ name: 'vat_id', label: texts.vatId, value: profile.vat_id })}
          ${form.field({ name: 'phone', label: texts.phone, value: profile.phone, type: 'tel', autocomplete: 'tel' })}
        </div>
        <div class="actions"><button>${texts.save}</button></div>
      </form>
    `
  }

  private async saveProfile(event: Event): Promise<void> {
    event.preventDefault()
    const entries = this.form.entries()
    const hasSucceeded = await this.runAction(`profile ${JSON.stringify(entries)}`, async () => {
      this.profile = await this.service.changeProfile(entries)
    })
    if (hasSucceeded) {
      this.form.clear()
      this.announce(this.texts.saved)
    } else if (this.form.showRefusals(this.failure, undefined, this.nameRefusals)) this.failure = null
  }

  private passwordBlock({ email }: ProfileReply): TemplateResult {
    const { texts } = this
    const send = async (): Promise<void> => {
      const hasSucceeded = await this.runAction('request-reset', async () => void (await this.service.requestReset(email)))
      if (!hasSucceeded) return
      this.mailMessage = texts.mailSent
      this.announce(this.mailMessage)
    }
    return html`
      <section class="section" aria-labelledby="password">
        <h2 id="password">${texts.changePassword}</h2>
        <p class="muted">${texts.changePasswordHint}</p>
        <button type="button" @click=${() => void send()}>${texts.changePassword}</button>
        ${this.mailMessage === '' ? nothing : html`<p class="notice">${this.mailMessage}</p>`}
      </section>
    `
  }

  private async signOut(): Promise<void> {
    const hasSucceeded = await this.runAction(
      'sign-out',
      () => this.service.signOut().catch(createGuestHandler(true)) as Promise<void>,
    )
    if (!hasSucceeded) return
    for (const name of ['session', 'cart', 'count', 'unfinished', 'viewed'] as const) storeShopperValue(name, null)
    this.form.clear()
    await this.begin()
    this.focusOn('h2')
  }
}

/** null if nobody is signed in. If our own session has ended, the element handles the error by reloading. */
function createGuestHandler(isOurs: boolean): (error: unknown) => null {
  return (error) => {
    if (!isOurs && error instanceof ApiFailure && error.status === 401) return null
    throw error
  }
}
