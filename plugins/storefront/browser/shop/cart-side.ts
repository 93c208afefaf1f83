// The side column of a cart: totals, destination, currency, and the link to the checkout.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { AmountReply, ShopFrontReply, shopperCalls } from '#core/surface.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import type { CartHost } from './cart-host.js'
import { type ExtraCharge, totalsBlock } from './totals.js'

type ShopTextFormatter = TextFormatter<ShopTexts>

const readSelectValue = (event: Event): string => (event.target as HTMLSelectElement).value

function toCharges(title: string, price: AmountReply | null | undefined, isListedWhenFree: boolean): readonly ExtraCharge[] {
  return price ? [{ title, price, isNamedWhenFree: isListedWhenFree }] : []
}

function cartTotals(
  { totals, delivery, payment }: shopperCalls.CartReply,
  b2b: boolean,
  words: ShopTextFormatter,
): TemplateResult | typeof nothing {
  if (totals === null) return html`<p>${words.texts.noPrices}</p>`
  const { texts } = words
  const [way, means] = [delivery.methods[0], payment.methods[0]]
  const charges = [
    ...toCharges(`${texts.delivery}${way ? ` (${way.title})` : ''}`, way?.price, true),
    ...toCharges(`${texts.payment}${means ? ` (${means.title})` : ''}`, means?.price, false),
  ]
  const { estimate, recurring, discount } = totals
  return html`
    ${totalsBlock({ b2b, goods: totals, discount, charges, total: estimate, rates: estimate.rates, recurring }, words)}
    ${way?.dates ? html`<p><b>${texts.deliveryDates({ dates: way.dates.text })}</b></p>` : nothing}
    ${delivery.message === null ? nothing : html`<p class="small">${delivery.message}</p>`}
    ${charges.length === 0 ? nothing : html`<p class="small">${texts.estimate}</p>`}
  `
}

function destinationFields(element: CartHost, cart: shopperCalls.CartReply, { countries }: ShopFrontReply): TemplateResult {
  const { texts } = element
  const country = cart.country ?? cart.delivery.country ?? ''
  const states = countries.find(({ code }) => code === country)?.states ?? []
  const isOverruled = cart.country !== null && cart.delivery.country !== null && cart.delivery.country !== cart.country
  return html`
    <div class="field">
      <label for="country">${texts.country}</label>
      <select id="country" autocomplete="country" .value=${live(country)} @change=${(event: Event) => void element.change({ country: readSelectValue(event) })}>
        ${country === '' ? html`<option value="" selected>${texts.pleaseChoose}</option>` : nothing}
        ${countries.map(({ code, name }) => html`<option value=${code} ?selected=${code === country}>${name}</option>`)}
      </select>
      ${isOverruled ? html`<span class="hint">${texts.addressCounts}</span>` : nothing}
    </div>
    ${
      states.length === 0
        ? nothing
        : html`<div class="field">
            <label for="state">${texts.state}</label>
            <select id="state" .value=${live(cart.state ?? '')} @change=${(event: Event) => void element.change({ country, state: readSelectValue(event) })}>
              <option value="" ?selected=${cart.state === null}>${texts.pleaseChoose}</option>
              ${states.map(({ code, name }) => html`<option value=${code || name} ?selected=${(code || name) === cart.state}>${name}</option>`)}
            </select>
          </div>`
    }
  `
}

function currencyField(
  element: CartHost,
  cart: shopperCalls.CartReply,
  { shop }: ShopFrontReply,
): TemplateResult | typeof nothing {
  const all = shop.currencies
  if (all.length < 2) return nothing
  const names = new Intl.DisplayNames(element.language, { type: 'currency', fallback: 'code' })
  return html`
    <div class="field">
      <label for="currency">${element.texts.currency}</label>
      <select id="currency" .value=${live(cart.currency.code)} @change=${(event: Event) => void element.change({ currency: readSelectValue(event) })}>
        ${all.map(({ code }) => html`<option value=${code} ?selected=${code === cart.currency.code}>${formatCurrencyName(names, code)}</option>`)}
      </select>
    </div>
  `
}

/** A shop may have currency codes that `Intl.DisplayNames` rejects. */
function formatCurrencyName(names: Intl.DisplayNames, code: string): string {
  return /^[A-Z]{3}$/.test(code) ? `${names.of(code)} (${code})` : code
}

function blockingReasons(
  { orderable, blocked, positions }: shopperCalls.CartReply,
  texts: ShopTexts,
): TemplateResult | typeof nothing {
  if (orderable) return nothing
  const needsRepair = positions.some(({ unavailable, missing }) => unavailable !== null || missing.length > 0)
  return html`
    <div class="notice bad" id="obstacles">
      <p><b>${texts.cannotOrderYet}</b></p>
      ${blocked.map(({ message }) => html`<p>${message}</p>`)} ${needsRepair ? html`<p>${texts.repairPositions}</p>` : nothing}
    </div>
  `
}

export function cartSide(element: CartHost, cart: shopperCalls.CartReply, words: ShopTextFormatter): TemplateResult {
  const { texts, front } = element
  return html`
    <aside class="side" aria-label=${texts.summary}>
      <div class="card">
        <h2>${texts.summary}</h2>
        ${cartTotals(cart, front?.shop.b2b === true, words)}
      </div>
      ${blockingReasons(cart, texts)}
      ${cart.orderable ? html`<a class="button primary full big" href=${element.page('checkout')} @click=${(event: MouseEvent) => void element.openCheckout(event)}>${texts.toCheckout}</a>` : nothing}
      ${element.quoteRequest.block(cart)}
      <div class="card">
        <div class="fields narrow">
          ${front ? [destinationFields(element, cart, front), currencyField(element, cart, front)] : nothing}
          <div class="field wide">
            <label for="cart-note">${texts.cartNote}</label>
            <textarea
              id="cart-note"
              rows="2"
              maxlength="2000"
              .value=${live(element.note)}
              @input=${(event: Event) => element.typeCartNote((event.target as HTMLTextAreaElement).value)}
              @change=${() => void element.enterCartNote()}
            ></textarea>
          </div>
        </div>
      </div>
    </aside>
  `
}
