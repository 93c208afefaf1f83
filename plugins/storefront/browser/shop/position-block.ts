// One line of a cart: product, selections, quantity, price, and actions.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { PositionReply } from '#core/surface.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import type { CartHost } from './cart-host.js'

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
