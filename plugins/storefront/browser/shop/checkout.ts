// The element `<svc-checkout>`: the steps address, delivery, payment and review, each with its own URL, and placing the order.
import { html, type TemplateResult, nothing } from 'lit/html.js'
import type { CheckoutChange, CheckoutReply, CheckoutStep, ProfileReply } from '#core/surface.js'
import { addressStep, readAddressStep, checkoutTotals, reviewStep } from './checkout-steps.js'
import { findShopperCart } from './cart-storage.js'
import { type CheckoutHost, deliveryStep, paymentStep } from './choice-steps.js'
import { Form } from './form.js'
import { placeCheckoutOrder, readOrStorePlacingToken } from './order-placement.js'
import { type AccountAddress, ignoreMissingRecord } from './shop-api.js'
import { ShopElement } from './shop-element.js'
import { SignInForms } from './sign-in.js'
import { checkoutStyle } from './style-checkout.js'

/** The name of the URL parameter. */
const stepParameter = 'step'

/** The side column of a checkout: the ordered items and the totals. */
function checkoutSide(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { texts } = host
  const { b2b, currency, positions } = checkout
  const words = host.createFormatter(currency)
  const line = ({ title, quantity, price }: CheckoutReply['positions'][number]): TemplateResult => html`
    <li>
      <span>${quantity === 1 ? nothing : html`${quantity} × `}${title}</span>
      <span>${price === null || price.gross === 0 ? nothing : words.amount(b2b ? price.net : price.gross)}</span>
    </li>
  `
  return html`
    <aside class="side" aria-label=${texts.summary}>
      <div class="card">
        <h2>${texts.summary}</h2>
        <ul class="lines">${positions.map(line)}</ul>
        ${checkoutTotals(host, checkout)}
        <p class="small"><a href=${host.page('cart')}>${texts.changeCart}</a></p>
      </div>
    </aside>
  `
}

export class SvcCheckout extends ShopElement implements CheckoutHost {
  checkout: CheckoutReply | null = null
  addresses: readonly AccountAddress[] = []
  profile: ProfileReply | null = null
  readonly form = new Form(this, 'checkout', true)
  readonly signIn = new SignInForms(this, async () => {
    await this.begin()
    this.focusOn('#step')
  })
  /** The message above the review that the total has changed. */
  notice: string | null = null
  private step: CheckoutStep = 'address'
  /** The order request in progress. */
  private orderPromise: Promise<void> | null = null

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(checkoutStyle)
    this.addController({
      hostConnected: () => addEventListener('popstate', this.arrived),
      hostDisconnected: () => removeEventListener('popstate', this.arrived),
    })
  }

  /** The steps that this checkout requires. */
  get steps(): readonly CheckoutStep[] {
    const { checkout } = this
    const requirements: Partial<Record<CheckoutStep, boolean>> = {
      cart: false,
      delivery: checkout?.asks_for_delivery !== false,
      payment: checkout?.asks_for_payment !== false,
    }
    return (['address', 'delivery', 'payment', 'review'] as const).filter((stepName) => requirements[stepName] !== false)
  }

  /** Opens the step, or the first earlier step with missing entries, and pushes its URL to the browser history. */
  go(step: CheckoutStep): void {
    const next = this.findReachableStep(step)
    if (next !== this.step) {
      const address = new URL(location.href)
      address.searchParams.set(stepParameter, next)
      history.pushState(null, '', address)
    }
    this.open(next)
  }

  /** Saves a change. Shows refusals and missing entries of the step at their fields. */
  async saveChange(change: CheckoutChange, of: CheckoutStep | null = null): Promise<boolean> {
    const { form } = this
    const hasSucceeded = await this.runAction(`change ${JSON.stringify(change)}`, async () => {
      const { checkout } = this
      if (checkout !== null) this.checkout = await this.service.changeCheckout(checkout.checkout, change)
    })
    if (!hasSucceeded) {
      if (form.showRefusals(this.failure)) this.failure = null
      else if (this.failure?.status === 404) await this.begin()
      return false
    }
    this.notice = null
    const open = of === null ? [] : this.missingOf(of)
    return !form.showMissing(open)
  }

  async submitAddress(event: Event): Promise<void> {
    event.preventDefault()
    const { checkout, form, texts } = this
    if (checkout === null) return
    const entered = readAddressStep(this, checkout)
    if (await this.saveChange(entered, 'address')) {
      form.clear()
      this.goOn('address')
    } else if (form.refusals.size > 0 && entered.email === '' && !form.refusals.has('email')) {
      // The service reports a missing email only after the addresses are valid.
      form.refusals = new Map([['email', texts.refusal({ code: 'REQUIRED' })], ...form.refusals])
      this.requestUpdate()
    }
  }

  async submitChoice(event: Event, step: CheckoutStep): Promise<void> {
    event.preventDefault()
    await this.waitForActions()
    if ((await this.saveUnsaved()) && !this.form.showMissing(this.missingOf(step))) this.goOn(step)
  }

  async submitOrder(event: Event): Promise<void> {
    event.preventDefault()
    const { checkout } = this
    if (checkout === null) return
    // The shopper agrees to the totals that are currently shown on the button.
    this.orderPromise ??= this.order(checkout.totals).finally(() => (this.orderPromise = null))
    await this.orderPromise
  }

  private async order(totals: CheckoutReply['totals']): Promise<void> {
    await this.waitForActions()
    if (!(await this.saveUnsaved())) return
    const { checkout, form } = this
    if (checkout === null || form.showMissing(this.missingOf('review'))) return
    await placeCheckoutOrder(this, { ...checkout, totals })
  }

  /** Sends the entries of the page that the service does not have yet, because an earlier attempt failed. */
  private async saveUnsaved(): Promise<boolean> {
    const { checkout, form } = this
    if (checkout === null) return false
    const { note, terms_agreed, shipping_method_id, payment_method_id } = checkout
    const stored = { note, terms_agreed, shipping_method_id, payment_method_id }
    const entered: Required<typeof stored> = {
      note: form.value('note', note),
      terms_agreed: form.value('terms_agreed', terms_agreed ? 'yes' : '') === 'yes',
      shipping_method_id: Number(form.value('shipping_method_id', String(shipping_method_id ?? ''))) || null,
      payment_method_id: Number(form.value('payment_method_id', String(payment_method_id ?? ''))) || null,
    }
    const unsaved = Object.entries(entered).filter(([name, value]) => value !== stored[name as keyof typeof stored])
    return unsaved.length === 0 || this.saveChange(Object.fromEntries(unsaved))
  }

  /** Shows the checkout that was returned when the order was refused. */
  showCheckout(checkout: CheckoutReply, notice: string | null): void {
    this.checkout = checkout
    this.notice = notice
    if (notice === null) this.open(this.findReachableStep('review'))
    else this.focusOn('#changed')
  }

  missingOf(step: CheckoutStep): CheckoutReply['missing'] {
    return this.checkout?.missing.filter((problem) => problem.step === step) ?? []
  }

  protected async load(): Promise<void> {
    const { service } = this
    const under = readOrStorePlacingToken()
    if (under !== null && (await service.order(under).catch(ignoreMissingRecord)) !== null) return this.openOrder(under)
    readOrStorePlacingToken(null)
    const cart = await findShopperCart(service, this.isSignedIn)
    this.checkout = cart === null || cart.positions.length === 0 ? null : await service.openCheckout(cart.cart)
    const isAccount = this.checkout?.account === true
    this.addresses = isAccount ? await service.addresses() : []
    this.profile = isAccount ? await service.profile() : null
    this.step = this.findReachableStep(this.readStepFromUrl())
  }

  /** The order is placed: opens its page. */
  openOrder(order: string): void {
    location.replace(this.page('order', { token: order }))
  }

  protected body(): TemplateResult {
    const { texts, checkout } = this
    if (checkout === null) {
      return html`
        ${this.renderFailure()}
        <h2 tabindex="-1">${texts.cartEmpty}</h2>
        <p><a class="button primary" href=${this.page('products')}>${texts.toProducts}</a></p>
      `
    }
    const cartProblems = this.missingOf('cart')
    if (cartProblems.length > 0) {
      return html`
        <div class="notice bad" role="alert">
          <p><b>${texts.cannotOrderYet}</b></p>
          ${cartProblems.map(({ message }) => html`<p>${message}</p>`)}
        </div>
        <p><a class="button primary" href=${this.page('cart')}>${texts.backToCart}</a></p>
      `
    }
    return html`
      ${this.progress()}
      ${
        // The review lists the items itself, above the order button.
        this.step === 'review'
          ? html`<div class="single">${this.renderFailure()} ${this.stepBlock(checkout)}</div>`
          : html`<div class="columns">
              <div>${this.renderFailure()} ${this.stepBlock(checkout)}</div>
              ${checkoutSide(this, checkout)}
            </div>`
      }
    `
  }

  private stepBlock(checkout: CheckoutReply): TemplateResult {
    switch (this.step) {
      case 'delivery':
        return deliveryStep(this, checkout)
      case 'payment':
        return paymentStep(this, checkout)
      case 'review':
        return reviewStep(this, checkout)
      default:
        return addressStep(this, checkout)
    }
  }

  private progress(): TemplateResult {
    const { texts, steps, step: open } = this
    const entry = (step: CheckoutStep, index: number): TemplateResult => {
      const name = html`<span class="number" aria-hidden="true">${index + 1}</span> <span class="step-name">${texts[`${step}Step`]}</span>`
      if (step === open) return html`<li aria-current="step"><span>${name}</span></li>`
      if (this.findReachableStep(step) !== step) return html`<li><span>${name}</span></li>`
      return html`<li><button type="button" class="plain" @click=${() => this.go(step)}>${name}</button></li>`
    }
    return html`<nav aria-label=${texts.progress}><ol class="progress">${steps.map(entry)}</ol></nav>`
  }

  private goOn(step: CheckoutStep): void {
    const { steps } = this
    this.go(steps[steps.indexOf(step) + 1] ?? 'review')
  }

  /** The requested step, or else the first earlier step with missing entries. */
  private findReachableStep(step: CheckoutStep | null): CheckoutStep {
    const { steps } = this
    const requestedIndex = step === null ? steps.length - 1 : steps.indexOf(step)
    const blocking = steps.findIndex((candidate, index) => index < requestedIndex && this.missingOf(candidate).length > 0)
    return steps[blocking === -1 ? Math.max(0, requestedIndex) : blocking]!
  }

  private readStepFromUrl(): CheckoutStep | null {
    const name = new URLSearchParams(location.search).get(stepParameter)
    return this.steps.find((candidate) => candidate === name) ?? null
  }

  private open(step: CheckoutStep): void {
    this.step = step
    this.form.refusals = new Map()
    this.focusOn('#step')
  }

  private readonly arrived = (): void => this.open(this.findReachableStep(this.readStepFromUrl() ?? 'address'))
}
