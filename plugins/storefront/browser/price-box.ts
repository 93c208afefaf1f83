// The price box: the current price, its parts, and the missing entries.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AmountReply } from '#core/shop/price.js'
import type { ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import { missing } from './missing-list.js'
import type { Session } from './session.js'
import type { Texts } from '../text.js'
import type { Wording } from '../wording.js'

const leading = (amount: AmountReply, { shop }: ProductReply): number => (shop.b2b ? amount.net : amount.gross)

/** True while entries are missing and the total is 0.00, which is not a real price. */
const isOpen = (session: Session): boolean => session.missing.length > 0 && session.price?.gross === 0

/** The text in the price box: an amount, the author's own text, or a text for a price that is not known yet; null for none. */
function priceText(session: Session, catalogue: ProductReply, wording: Wording): string | null {
  const { price } = session
  if (catalogue.product.custom_price_text) return catalogue.product.custom_price_text
  if (price === null) return null
  return isOpen(session) ? wording.texts.notYetPriced : wording.amount(leading(price, catalogue))
}

/** The note that entries are not saved yet. If the page calculates prices itself, the price already includes them. */
const notCurrent = ({ isFaulty, reckoner }: Session, texts: Texts): string =>
  reckoner?.tellsPrices && !isFaulty ? texts.notConfirmed : texts.notCurrent

/** The price in a sentence. */
export function priceSentence(session: Session, catalogue: ProductReply, wording: Wording): string {
  const text = priceText(session, catalogue, wording)
  return text === null ? '' : `${catalogue.product.price_label || wording.texts.yourPrice}: ${text}`
}

function parts(amount: AmountReply, { shop, product }: ProductReply, wording: Wording): TemplateResult {
  const { texts } = wording
  const net = shop.b2b || product.price_overview_net
  const tax = shop.b2b || product.price_overview_taxes
  return html`
    ${amount.tax === 0 ? nothing : html`<p class="tax-note">${shop.b2b ? texts.plusTax : texts.inclTax}</p>`}
    ${
      net || tax
        ? html`
          <dl class="parts">
            ${net ? html`<div><dt>${texts.net}</dt><dd data-part="net">${wording.amount(amount.net)}</dd></div>` : nothing}
            ${tax ? html`<div><dt>${texts.tax}</dt><dd data-part="tax">${wording.amount(amount.tax)}</dd></div>` : nothing}
            <div><dt>${texts.gross}</dt><dd data-part="gross">${wording.amount(amount.gross)}</dd></div>
          </dl>
        `
        : nothing
    }
  `
}

/** The former price, only while it is higher: options may have raised the current price above it. */
function formerPrice(session: Session, { shop, product }: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  const { price } = session
  const { was_price: former } = product
  if (former === null || price === null || former.net <= price.net || isOpen(session)) return nothing
  return html`<p class="was">${wording.texts.wasPrice} <s>${wording.amount(shop.b2b ? former.net : former.gross)}</s></p>`
}

function recurring(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  const { product } = catalogue
  const { price } = session
  if (price === null || product.recurring === null || price.recurring.gross === 0) return nothing
  return html`
    <h3>${product.recurring.label || wording.texts.recurring}</h3>
    <p class="amount small" data-part="recurring">
      ${wording.amount(leading(price.recurring, catalogue))} ${product.recurring.interval}
    </p>
  `
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

/** `goTo` opens the page of a question and moves the focus there. */
export function priceBox(
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
  goTo: (questionId: number) => Promise<void>,
  tools: TemplateResult | typeof nothing,
): TemplateResult {
  const { product } = catalogue
  const { texts } = wording
  const text = priceText(session, catalogue, wording)
  const small = product.custom_price_text || isOpen(session)
  const style = small ? 'amount small' : 'amount'
  const questions = product.pages.flatMap((page) => page.questions)
  return html`
    <aside class="price-box" aria-label=${texts.price} aria-busy=${session.busy ? 'true' : 'false'}>
      <div class="price">
        <h2>${product.price_label || texts.yourPrice}</h2>
        ${session.busy ? html`<span class="spinner" title=${texts.updating}></span>` : nothing}
        ${formerPrice(session, catalogue, wording)}
        ${text === null ? nothing : html`<p class=${style} part=${style} data-part="amount">${text}</p>`}
        ${session.unsaved ? html`<p class="not-current">${notCurrent(session, texts)}</p>` : nothing}
        ${session.price === null || small ? nothing : parts(session.price, catalogue, wording)}
        ${recurring(session, catalogue, wording)}
      </div>
      ${product.price_overview_questions ? overview(session, questions, wording) : nothing}
      <div class="state">${missing(session, catalogue, wording, goTo)}</div>
      <slot name="buy"></slot>
      ${product.dispatch_time ? html`<p class="tax-note">${texts.dispatch(product.dispatch_time)}</p>` : nothing}
      ${tools}
    </aside>
  `
}

/** Repeats the price at the bottom edge of narrow screens. Screen readers use the price box until the bar opens. */
export function priceBar(
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
  notice: TemplateResult | typeof nothing,
  opened: (line: TemplateResult) => TemplateResult | null | undefined,
): TemplateResult | typeof nothing {
  const text = priceText(session, catalogue, wording)
  if (text === null && notice === nothing) return nothing
  const line = html`
    <span>${session.unsaved ? notCurrent(session, wording.texts) : catalogue.product.price_label || wording.texts.yourPrice}</span>
    <span class="amount">${text}</span>
  `
  const opening = text === null ? nothing : opened(line)
  const isHidden = !opening && notice === nothing
  return html`
    <div class="price-bar" aria-hidden=${isHidden ? 'true' : nothing} aria-busy=${session.busy ? 'true' : 'false'}>
      ${notice} ${opening ?? line}
    </div>
  `
}
