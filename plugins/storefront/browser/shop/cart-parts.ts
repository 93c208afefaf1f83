// The blocks of the cart page: one per line, and the side column with totals, destination, currency and the link to the checkout.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { AmountReply, ShopFrontReply, shopperCalls, PositionReply, CartChange } from '#core/surface.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import { type ExtraCharge, totalsBlock } from './totals.js'
import type { QuoteRequestForm } from './quote.js'
import type { ShopElement } from './shop-element.js'

/** The interface of the cart element for the blocks inside it. */
export interface CartHost extends ShopElement {
  readonly cart: shopperCalls.CartReply | null
  readonly quoteRequest: QuoteRequestForm
  /** The unsaved note of the whole cart. */
  readonly note: string
  /** The entered quantity, saved or not. */
  quantityOf(position: PositionReply): number
  /** The text in the field; undefined if it was entered already. */
  typedQuantity(id: number): string | undefined
  refusalOf(id: number): string | undefined
  noteOf(position: PositionReply): string
  typeQuantity(id: number, text: string): void
  typeNote(id: number, text: string): void
  typeCartNote(text: string): void
  enterQuantity(position: PositionReply): Promise<void>
  order(position: PositionReply, quantity: number): Promise<void>
  enterNote(position: PositionReply): Promise<void>
  enterCartNote(): Promise<void>
  copy(position: PositionReply): Promise<void>
  removePosition(position: PositionReply): Promise<void>
  change(change: CartChange): Promise<void>
  openCheckout(event: MouseEvent): Promise<void>
}

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

/** The side column of a cart: totals, destination, currency, and the link to the checkout. */
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

/** Number of selections shown at first. */
const visibleOptionCount = 5

type PositionOption = PositionReply['options'][number]

function optionList(all: readonly PositionOption[], texts: ShopTexts): TemplateResult {
  const list = (options: readonly PositionOption[]): TemplateResult => html`
    <dl class="options">${options.map(({ question, text }) => html`<dt>${question}</dt><dd>${text}</dd>`)}</dl>
  `
  // Do not hide a single selection.
  if (all.length <= visibleOptionCount + 1) return list(all)
  return html`
    ${list(all.slice(0, visibleOptionCount))}
    <details>
      <summary>${texts.selection({ count: all.length - visibleOptionCount })}</summary>
      ${list(all.slice(visibleOptionCount))}
    </details>
  `
}

/** Reasons why the line cannot be ordered, or notices about changes to it. */
function positionNotices({ unavailable, missing, notices, title }: PositionReply, texts: ShopTexts) {
  if (unavailable !== null) return html`<div class="notice bad"><p>${texts.notSold({ title })}</p></div>`
  return html`
    ${missing.length === 0 ? nothing : html`<div class="notice bad">${missing.map(({ message }) => html`<p>${message}</p>`)}</div>`}
    ${notices.length === 0 ? nothing : html`<div class="notice">${notices.map(({ message }) => html`<p>${message}</p>`)}</div>`}
  `
}

function quantityStepper(cart: CartHost, position: PositionReply): TemplateResult {
  const { texts } = cart
  const { id, title, min_quantity: min, max_quantity: max, quantity_step: step } = position
  const quantity = cart.quantityOf(position)
  const typed = cart.typedQuantity(id)
  const refusal = cart.refusalOf(id)
  // The next allowed quantities. The author may have changed the rule since, so the current one can be outside of it.
  const down = min + Math.floor((Math.min(quantity - 1, max) - min) / step) * step
  const up = Math.max(min, min + Math.ceil((quantity + 1 - min) / step) * step)
  const go = (to: number): void => {
    if (to >= min && to <= max) void cart.order(position, to)
  }
  return html`
    <div>
      <div class="stepper">
        <button type="button" aria-label=${texts.fewer({ title })} aria-disabled=${down < min ? 'true' : 'false'} @click=${() => go(down)}>−</button>
        <input
          id=${`quantity-${id}`}
          aria-label=${texts.quantityOf({ title })}
          inputmode="numeric"
          autocomplete="off"
          aria-invalid=${refusal === undefined ? 'false' : 'true'}
          aria-describedby=${`quantity-${id}-refusal`}
          .value=${live(typed ?? String(quantity))}
          @input=${(event: Event) => cart.typeQuantity(id, (event.target as HTMLInputElement).value)}
          @change=${() => void cart.enterQuantity(position)}
        />
        <button
          type="button"
          aria-label=${texts.more({ title })}
          aria-disabled=${up > max ? 'true' : 'false'}
          @click=${() => go(up)}
        >+</button>
      </div>
      <span class="refusal" role="alert" id=${`quantity-${id}-refusal`}>${refusal}</span>
    </div>
  `
}

function positionPrice({ price: all, unit, quantity }: PositionReply, b2b: boolean, words: TextFormatter<ShopTexts>) {
  if (all === null) return nothing
  const [amount, again] = b2b ? [all.net, all.recurring.net] : [all.gross, all.recurring.gross]
  const unitText =
    unit && quantity > 1 && amount !== 0 ? words.texts.each({ amount: words.amount(b2b ? unit.net : unit.gross) }) : null
  return html`
    <p class="line-price">
      ${amount === 0 ? nothing : html`<span data-part="line">${words.amount(amount)}</span>`}
      ${unitText === null ? nothing : html`<span class="small">${unitText}</span>`}
      ${again === 0 ? nothing : html`<span class="small">${words.texts.recurring}: ${words.amount(again)}</span>`}
    </p>
  `
}

/** One line of a cart: product, selections, quantity, price, and actions. */
export function positionBlock(cart: CartHost, position: PositionReply, words: TextFormatter<ShopTexts>): TemplateResult {
  const { texts } = cart
  const { id, title, sku, image, product_id: product, configuration, note, unavailable } = position
  return html`
    <li class=${image === null ? 'position plain-picture' : 'position'} id=${`position-${id}`} data-position=${id}>
      ${image === null ? nothing : html`<img class="picture" alt="" src=${cart.service.picture(product, image)} />`}
      <div class="what">
        <h3 tabindex="-1">${title}</h3>
        ${sku === null ? nothing : html`<p class="small">${sku}</p>`}
        ${optionList(position.options, texts)} ${positionNotices(position, texts)}
      </div>
      ${positionPrice(position, cart.front?.shop.b2b === true, words)}
      <div class="how">
        ${unavailable === null ? quantityStepper(cart, position) : nothing}
        <details ?open=${note !== ''}>
          <summary>${texts.note}</summary>
          <label class="hidden" for=${`note-${id}`}>${texts.note}: ${title}</label>
          <textarea
            id=${`note-${id}`}
            rows="2"
            maxlength="2000"
            placeholder=${texts.noteHint}
            .value=${live(cart.noteOf(position))}
            @input=${(event: Event) => cart.typeNote(id, (event.target as HTMLTextAreaElement).value)}
            @change=${() => void cart.enterNote(position)}
          ></textarea>
        </details>
      </div>
      <div class="doings">
        ${unavailable === null ? html`<a href=${cart.page('product', { product, configuration })}>${texts.edit}<span class="hidden">: ${title}</span></a>` : nothing}
        ${unavailable === null ? html`<button type="button" class="plain" @click=${() => void cart.copy(position)}>${texts.copy}<span class="hidden">: ${title}</span></button>` : nothing}
        <button type="button" class="plain" @click=${() => void cart.removePosition(position)}>${texts.remove}<span class="hidden">: ${title}</span></button>
      </div>
    </li>
  `
}
