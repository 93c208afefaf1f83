// The price box: what the configuration costs now, what it is made of, and what is still missing.
import type { AmountReply } from '#core/shop/price.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import type { Session } from './session.js'
import type { Wording } from '../wording.js'

function amounts(amount: AmountReply, catalogue: ProductReply, wording: Wording): TemplateResult {
  const { shop, product } = catalogue
  const { texts } = wording
  const leading = shop.b2b ? amount.net : amount.gross
  const net = shop.b2b || product.price_overview_net
  return html`
    <p class="amount" data-part="amount">${wording.amount(leading)}</p>
    <p class="tax-note">${shop.b2b ? texts.plusTax : texts.inclTax}</p>
    ${
      net || product.price_overview_taxes
        ? html`
          <dl class="parts">
            ${net ? html`<div><dt>${texts.net}</dt><dd data-part="net">${wording.amount(amount.net)}</dd></div>` : nothing}
            ${
              shop.b2b || product.price_overview_taxes
                ? html`<div><dt>${texts.tax}</dt><dd data-part="tax">${wording.amount(amount.tax)}</dd></div>`
                : nothing
            }
            <div><dt>${texts.gross}</dt><dd data-part="gross">${wording.amount(amount.gross)}</dd></div>
          </dl>
        `
        : nothing
    }
  `
}

/** The former price, as long as it is the higher one: options may have raised the present one above it. */
function formerPrice(
  price: AmountReply | null,
  { shop, product }: ProductReply,
  wording: Wording,
): TemplateResult | typeof nothing {
  const { was_price: former } = product
  if (former === null || price === null || former.net <= price.net) return nothing
  return html`<p class="was">${wording.texts.wasPrice} <s>${wording.amount(shop.b2b ? former.net : former.gross)}</s></p>`
}

function overview(session: Session, questions: readonly QuestionView[], wording: Wording): TemplateResult | typeof nothing {
  const chosen = questions.filter((question) => question.show_in_overview && session.questions.get(question.id)?.text)
  if (chosen.length === 0) return nothing
  return html`
    <h3>${wording.texts.selection}</h3>
    <dl class="parts overview">
      ${chosen.map((question) => {
        const text = session.questions.get(question.id)?.text
        const entry = question.unit && question.answers.length === 0 ? `${text} ${question.unit}` : text
        return html`<div><dt>${question.title}</dt><dd>${entry}</dd></div>`
      })}
    </dl>
  `
}

function missing(session: Session, wording: Wording, goTo: (questionId: number) => void): TemplateResult {
  if (session.missing.length === 0) return html`<p class="complete">${wording.texts.complete}</p>`
  return html`
    <h3>${wording.texts.missing(session.missing.length)}</h3>
    <ul class="missing">
      ${session.missing.map(
        (one) => html`<li><button type="button" class="plain" @click=${() => goTo(one.question_id)}>${one.message}</button></li>`,
      )}
    </ul>
  `
}

/** `goTo` opens the page of a question and puts the focus there. */
export function priceBox(
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
  goTo: (questionId: number) => void,
): TemplateResult {
  const { product, shop } = catalogue
  const { texts } = wording
  const { price } = session
  const questions = product.pages.flatMap((page) => page.questions)
  return html`
    <aside class="price-box" aria-label=${texts.price} aria-busy=${session.busy ? 'true' : 'false'}>
      <div class="price" role="status">
        <h2>${product.price_label || texts.yourPrice}</h2>
        ${session.busy ? html`<span class="spinner" title=${texts.updating}></span>` : nothing}
        ${formerPrice(price, catalogue, wording)}
        ${price === null || product.custom_price_text ? nothing : amounts(price, catalogue, wording)}
        ${product.custom_price_text ? html`<p class="amount small">${product.custom_price_text}</p>` : nothing}
        ${
          price === null || product.recurring === null
            ? nothing
            : html`<h3>${product.recurring.label || texts.recurring}</h3>
              <p class="amount small" data-part="recurring">
                ${wording.amount(shop.b2b ? price.recurring.net : price.recurring.gross)} ${product.recurring.interval}
              </p>`
        }
      </div>
      ${product.price_overview_questions ? overview(session, questions, wording) : nothing}
      <div class="state">${missing(session, wording, goTo)}</div>
      ${product.dispatch_time ? html`<p class="tax-note">${texts.dispatch(product.dispatch_time)}</p>` : nothing}
    </aside>
  `
}

/** The price once more at the lower edge of narrow screens, where the box lies far below; people who listen have the box. */
export function priceBar(session: Session, { shop, product }: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  const { price } = session
  if (price === null || product.custom_price_text) return nothing
  return html`
    <div class="price-bar" aria-hidden="true" aria-busy=${session.busy ? 'true' : 'false'}>
      <span>${product.price_label || wording.texts.yourPrice}</span>
      <span class="amount">${wording.amount(shop.b2b ? price.net : price.gross)}</span>
    </div>
  `
}
