// The first and the last step of a checkout: contact data and addresses, and the review with items, consent and order button.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CheckoutChange, CheckoutReply, CheckoutStep } from '#core/surface.js'
import {
  fillMissingName,
  findAccountAddress,
  listAddressLines,
  readAddressFields,
  renderAddressFields,
} from './address-fields.js'
import type { AddressValues } from './shop-api.js'
import { type CheckoutHost, renderLegalTexts } from './choice-steps.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import { totalsBlock } from './totals.js'
import { live } from 'lit/directives/live.js'

type AddressRole = 'billing' | 'delivery'

const sameAddressField = 'same_address'

const hasSameAddress = ({ form }: CheckoutHost, { same_address }: CheckoutReply): boolean =>
  form.value(sameAddressField, same_address ? 'yes' : '') === 'yes'

/** The shipping address, if it differs from the billing address. */
const getDeliveryAddress = ({ delivery, same_address }: CheckoutReply): CheckoutReply['delivery'] =>
  same_address ? null : delivery

type ContactField = 'email' | 'phone' | 'vat_id'

/** The contact data of the checkout, or else of the signed-in shopper's account. */
const getContactValue = ({ profile }: CheckoutHost, checkout: CheckoutReply, name: ContactField): string =>
  checkout[name] || (profile?.[name] ?? '')

/** The billing address of the checkout, or else of the account. */
const getBillingAddress = ({ addresses, profile }: CheckoutHost, { billing }: CheckoutReply): AddressValues | null =>
  billing ? fillMissingName(profile, billing) : findAccountAddress(addresses, profile)

/** The entered data of this step. */
export function readAddressStep(host: CheckoutHost, checkout: CheckoutReply): CheckoutChange {
  const { form, front } = host
  const value = (name: ContactField): string => form.value(name, getContactValue(host, checkout, name)).trim()
  const there = hasSameAddress(host, checkout) || !checkout.asks_for_delivery
  return {
    email: value('email'),
    phone: value('phone'),
    vat_id: value('vat_id'),
    billing: { ...readAddressFields(form, getBillingAddress(host, checkout), front!, 'billing.') },
    ...(there
      ? { same_address: true }
      : { delivery: { ...readAddressFields(form, getDeliveryAddress(checkout), front!, 'delivery.') } }),
  }
}

/** A selector that copies one of the account's addresses into the fields. */
function addressChooser(host: CheckoutHost, kind: AddressRole): TemplateResult | typeof nothing {
  const { addresses, front, texts, form } = host
  if (addresses.length === 0) return nothing
  const choose = (event: Event): void => {
    const own = addresses.find(({ id }) => String(id) === (event.target as HTMLSelectElement).value)
    if (!own) return
    const { id: _id, is_default_billing: _b, is_default_delivery: _d, ...values } = own
    for (const [name, value] of Object.entries(fillMissingName(host.profile, values)))
      form.set(`${kind}.${name}`, value === null ? '' : String(value))
  }
  return html`
    <div class="field wide">
      <label for=${`${kind}-own`}>${texts.savedAddress}</label>
      <select id=${`${kind}-own`} @change=${choose}>
        <option value="">${texts.pleaseChoose}</option>
        ${addresses.map((address) => html`<option value=${address.id}>${listAddressLines(address, front!).join(', ')}</option>`)}
      </select>
    </div>
  `
}

/** The first step of a checkout: contact data, billing address and shipping address. */
export function addressStep(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { form, texts } = host
  const isGuest = !checkout.account
  return html`
    <h2 id="step" tabindex="-1">${texts.addressStep}</h2>
    ${isGuest && host.keepsAccounts ? html`<details class="known"><summary>${texts.haveAccount}</summary>${host.signIn.block()}</details>` : nothing}
    <form novalidate @submit=${(event: Event) => void host.submitAddress(event)}>
      ${form.summary()}
      <fieldset>
        <legend>${texts.contact}</legend>
        <div class="fields">
          ${form.field({ name: 'email', label: texts.email, value: getContactValue(host, checkout, 'email'), type: 'email', inputmode: 'email', autocomplete: 'email', isRequired: true })}
          ${form.field({ name: 'phone', label: texts.phone, value: getContactValue(host, checkout, 'phone'), type: 'tel', inputmode: 'tel', autocomplete: 'tel' })}
        </div>
      </fieldset>
      <fieldset>
        <legend>${texts.billingAddress}</legend>
        <div class="fields">
          ${addressChooser(host, 'billing')}
          ${renderAddressFields(host, form, getBillingAddress(host, checkout), 'billing', 'billing.')}
          ${form.field({ name: 'vat_id', label: texts.vatId, value: getContactValue(host, checkout, 'vat_id'), hint: texts.vatIdHint })}
        </div>
      </fieldset>
      ${
        checkout.asks_for_delivery
          ? html`
            <fieldset>
              <legend>${texts.deliveryAddress}</legend>
              <div class="fields">
                ${form.checkbox({ name: sameAddressField, label: texts.sameAddress, value: checkout.same_address ? 'yes' : '' })}
                ${hasSameAddress(host, checkout) ? nothing : [addressChooser(host, 'delivery'), renderAddressFields(host, form, getDeliveryAddress(checkout), 'shipping', 'delivery.')]}
              </div>
            </fieldset>
          `
          : nothing
      }
      <div class="actions ends">
        <a href=${host.page('cart')}>${texts.backToCart}</a>
        <button class="primary" aria-disabled=${host.isBusy ? 'true' : 'false'}>${texts.goOnTo}</button>
      </div>
    </form>
  `
}

type CheckoutPosition = CheckoutReply['positions'][number]

function choiceList({ options }: CheckoutPosition): TemplateResult | typeof nothing {
  if (options.length === 0) return nothing
  return html`<dl class="options">${options.map(({ question, text }) => html`<dt>${question}</dt><dd>${text}</dd>`)}</dl>`
}

function itemPrice({ price }: CheckoutPosition, b2b: boolean, words: TextFormatter<ShopTexts>): TemplateResult | typeof nothing {
  if (price === null) return nothing
  const [once, again] = b2b ? [price.net, price.recurring.net] : [price.gross, price.recurring.gross]
  return html`
    <p class="item-price">
      ${once === 0 && again !== 0 ? nothing : words.amount(once)}
      ${again === 0 ? nothing : html`<span class="small">${words.texts.recurring}: ${words.amount(again)}</span>`}
    </p>
  `
}

/** The totals of a checkout. Delivery is shown even if it is free. */
export function checkoutTotals(host: CheckoutHost, { b2b, currency, totals }: CheckoutReply): TemplateResult {
  if (totals === null) return html`<p>${host.texts.noPrices}</p>`
  const { goods, discount, rates, recurring } = totals
  const charges = [totals.delivery, totals.payment].flatMap((charge, index) =>
    charge ? [{ title: charge.title, price: charge, isNamedWhenFree: index === 0 }] : [],
  )
  return totalsBlock({ b2b, goods, discount, charges, total: totals, rates, recurring }, host.createFormatter(currency))
}

/** The items of the review step with every choice, the expected delivery and the totals, directly above the order button. */
export function reviewItems(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { texts } = host
  const words = host.createFormatter(checkout.currency)
  const way = checkout.shipping_methods.find(({ id }) => id === checkout.shipping_method_id)
  return html`
    <section class="review" aria-labelledby="review-items">
      <div class="review-head">
        <h3 id="review-items">${texts.reviewItems}</h3>
        <a href=${host.page('cart')}>${texts.changeCart}</a>
      </div>
      <ul class="items">
        ${checkout.positions.map(
          (position) => html`
            <li>
              ${
                position.image === null
                  ? nothing
                  : html`<img class="picture" alt="" src=${host.service.picture(position.product_id, position.image)} loading="lazy" />`
              }
              <div>
                <b>${position.quantity === 1 ? nothing : html`${position.quantity} × `}${position.title}</b>
                ${position.sku === null ? nothing : html`<p class="small">${position.sku}</p>`}
                ${choiceList(position)}
                ${position.note === '' ? nothing : html`<p class="small">${texts.note}: ${position.note}</p>`}
              </div>
              ${itemPrice(position, checkout.b2b, words)}
            </li>
          `,
        )}
      </ul>
      ${checkoutTotals(host, checkout)}
      ${way?.dates ? html`<p class="expected"><b>${texts.deliveryDates({ dates: way.dates.text })}</b></p>` : nothing}
    </section>
  `
}

function summaryCard(host: CheckoutHost, step: CheckoutStep, title: string, lines: readonly string[]): TemplateResult {
  const { texts } = host
  return html`
    <div class="card">
      <h3>${title}</h3>
      <div>${lines.map((line) => html`<div><bdi>${line}</bdi></div>`)}</div>
      <div class="actions">
        <button type="button" class="plain" @click=${() => host.go(step)}>${texts.change}<span class="hidden">: ${title}</span></button>
      </div>
    </div>
  `
}

function termsConsent(host: CheckoutHost, { asks_for_terms: needsTerms, terms_agreed }: CheckoutReply): unknown {
  const { texts, form } = host
  const refusal = form.refusals.get('terms_agreed')
  const text = renderLegalTexts(host)
  if (!needsTerms) return text
  const agree = (event: Event): void => {
    const isAgreed = (event.target as HTMLInputElement).checked
    form.refusals = new Map()
    const value = isAgreed ? 'yes' : ''
    form.set('terms_agreed', value)
    void host
      .saveChange({ terms_agreed: isAgreed })
      .then((hasSucceeded) => hasSucceeded && form.value('terms_agreed') === value && form.discard('terms_agreed'))
  }
  return html`
    ${text}
    <label class="check">
      <input
        id="checkout-terms_agreed"
        type="checkbox"
        aria-describedby="checkout-terms_agreed-refusal"
        aria-invalid=${refusal ? 'true' : 'false'}
        .checked=${live(form.value('terms_agreed', terms_agreed ? 'yes' : '') === 'yes')}
        @change=${agree}
      />
      <span>${texts.agree}</span>
    </label>
    <span class="refusal" id="checkout-terms_agreed-refusal">${refusal}</span>
  `
}

/** The last step of a checkout: a summary of all entries, the consent to the terms, and the order button. */
export function reviewStep(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { texts, form, front, notice, steps } = host
  const { billing, delivery, email, phone, vat_id, totals, currency } = checkout
  const way = checkout.shipping_methods.find(({ id }) => id === checkout.shipping_method_id)
  const means = checkout.payment_methods.find(({ id }) => id === checkout.payment_method_id)
  const contact = [email, phone, vat_id].filter(Boolean)
  const saveNote = (): void => {
    const note = form.value('note', checkout.note)
    if (note !== checkout.note) void host.saveChange({ note })
  }
  return html`
    <form novalidate @submit=${(event: Event) => void host.submitOrder(event)}>
      <h2 id="step" tabindex="-1">${texts.reviewStep}</h2>
      ${notice === null ? nothing : html`<div class="notice bad" id="changed" role="alert" tabindex="-1"><p>${notice}</p></div>`}
      ${form.summary()}
      <div class="cards">
        ${summaryCard(host, 'address', texts.billingAddress, [...(billing ? listAddressLines(billing, front!) : []), ...contact])}
        ${delivery === null ? nothing : summaryCard(host, 'address', texts.deliveryAddress, checkout.same_address ? [texts.likeBilling] : listAddressLines(delivery, front!))}
        ${steps.includes('delivery') ? summaryCard(host, 'delivery', texts.delivery, [way?.title ?? '']) : nothing}
        ${steps.includes('payment') ? summaryCard(host, 'payment', texts.payment, [means?.title ?? '']) : nothing}
      </div>
      <div class="fields" @focusout=${saveNote}>
        ${form.field({ name: 'note', label: texts.orderNote, value: checkout.note, isLong: true })}
      </div>
      ${termsConsent(host, checkout)}
      ${reviewItems(host, checkout)}
      <div class="actions ends">
        <button type="button" class="plain" @click=${() => host.go(steps.at(-2)!)}>${texts.back}</button>
        <button class="primary big" aria-disabled=${host.isBusy ? 'true' : 'false'}>
          ${totals ? texts.order({ total: host.createFormatter(currency).amount(totals.gross) }) : texts.orderPlain}
        </button>
      </div>
    </form>
  `
}
