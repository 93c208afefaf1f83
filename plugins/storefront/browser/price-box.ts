// The price box: the current price, its parts, and the missing entries.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AmountReply, ProductReply, QuestionView } from '#core/surface.js'
import { missingList } from './missing-list.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { ConfiguratorTexts } from '../text/types.js'
import type { TextFormatter } from '../text-formatter.js'

const selectAmount = (amount: AmountReply, { shop }: ProductReply): number => (shop.b2b ? amount.net : amount.gross)

/** True while entries are missing and the total is 0.00, which is not a real price. */
const hasUnknownPrice = (session: ConfiguratorSession): boolean => session.missing.length > 0 && session.price?.gross === 0

/** The text in the price box: an amount, the author's own text, or a text for a price that is not known yet; null for none. */
function formatPriceText(session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): string | null {
  const { price } = session
  if (catalogue.product.custom_price_text) return catalogue.product.custom_price_text
  if (price === null) return null
  return hasUnknownPrice(session) ? wording.texts.notYetPriced : wording.amount(selectAmount(price, catalogue))
}

/** The note that entries are not saved yet. If the page calculates prices itself, the price already includes them. */
const formatStaleNote = ({ isFaulty, predictor }: ConfiguratorSession, texts: ConfiguratorTexts): string =>
  predictor?.calculatesPrices && !isFaulty ? texts.notConfirmed : texts.notCurrent

/** The price in a sentence. */
export function formatPriceSentence(session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): string {
  const text = formatPriceText(session, catalogue, wording)
  return text === null ? '' : `${catalogue.product.price_label || wording.texts.yourPrice}: ${text}`
}

function priceRows(
  { host }: ConfiguratorSession,
  amount: AmountReply,
  { shop, product }: ProductReply,
  wording: TextFormatter,
): TemplateResult {
  const { texts } = wording
  const taxText = amount.tax === 0 ? '' : shop.b2b ? texts.plusTax : texts.inclTax
  const separator = taxText && host.querySelector('[slot=delivery]') ? ', ' : ''
  const net = shop.b2b || product.price_overview_net
  const tax = shop.b2b || product.price_overview_taxes
  return html`
    <p class="tax-note">${taxText}${separator}<slot name="delivery"></slot></p>
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
function formerPrice(
  session: ConfiguratorSession,
  { shop, product }: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  const { price } = session
  const { was_price: former } = product
  if (former === null || price === null || former.net <= price.net || hasUnknownPrice(session)) return nothing
  return html`<p class="was">${wording.texts.wasPrice} <s>${wording.amount(shop.b2b ? former.net : former.gross)}</s></p>`
}

/** The price of one unit, such as 1 m². Hidden until the service has calculated it for the entries on the screen. */
function unitPrice(
  { cache, hasUnsavedEntries }: ConfiguratorSession,
  { shop }: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  const price = cache.can?.unit_price
  if (!price || hasUnsavedEntries) return nothing
  const amount = wording.amount(shop.b2b ? price.net : price.gross)
  return html`<p class="tax-note" data-part="unit">${wording.texts.perUnit({ amount, unit: price.unit })}</p>`
}

function recurringPrice(
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  const { product } = catalogue
  const { price } = session
  if (price === null || product.recurring === null || price.recurring.gross === 0) return nothing
  return html`
    <h3>${product.recurring.label || wording.texts.recurring}</h3>
    <p class="amount small" data-part="recurring">
      ${wording.amount(selectAmount(price.recurring, catalogue))} ${product.recurring.interval}
    </p>
  `
}

function selectionOverview(
  session: ConfiguratorSession,
  questions: readonly QuestionView[],
  wording: TextFormatter,
): TemplateResult | typeof nothing {
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
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
  goTo: (questionId: number) => Promise<void>,
  tools: TemplateResult | typeof nothing,
): TemplateResult {
  const { product } = catalogue
  const { texts } = wording
  const text = formatPriceText(session, catalogue, wording)
  const small = product.custom_price_text || hasUnknownPrice(session)
  const style = small ? 'amount small' : 'amount'
  const questions = product.pages.flatMap((page) => page.questions)
  const expected = session.cache.can?.delivery_text
  return html`
    <aside class="price-box" aria-label=${texts.price} aria-busy=${session.isBusy ? 'true' : 'false'}>
      <div class="price">
        <h2>${product.price_label || texts.yourPrice}</h2>
        ${session.isBusy ? html`<span class="spinner" title=${texts.updating}></span>` : nothing}
        ${formerPrice(session, catalogue, wording)}
        ${text === null ? nothing : html`<p class=${style} part=${style} data-part="amount">${text}</p>`}
        ${session.hasUnsavedEntries ? html`<p class="not-current">${formatStaleNote(session, texts)}</p>` : nothing}
        ${session.price === null || small ? nothing : html`${unitPrice(session, catalogue, wording)}${priceRows(session, session.price, catalogue, wording)}`}
        ${recurringPrice(session, catalogue, wording)}
      </div>
      ${product.price_overview_questions ? selectionOverview(session, questions, wording) : nothing}
      <div class="state">${missingList(session, catalogue, wording, goTo)}</div>
      <slot name="buy"></slot>
      ${expected ? html`<p class="tax-note">${expected}</p>` : nothing}
      ${tools}
      <slot name="trust"></slot>
    </aside>
  `
}

/** Repeats the price at the bottom edge of narrow screens. Screen readers use the price box until the bar opens. */
export function priceBar(
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
  notice: TemplateResult | typeof nothing,
  opened: (line: TemplateResult) => TemplateResult | null | undefined,
): TemplateResult | typeof nothing {
  const text = formatPriceText(session, catalogue, wording)
  if (text === null && notice === nothing) return nothing
  const line = html`
    <span>${session.hasUnsavedEntries ? formatStaleNote(session, wording.texts) : catalogue.product.price_label || wording.texts.yourPrice}</span>
    <span class="amount">${text}</span>
  `
  const opening = text === null ? nothing : opened(line)
  const isHidden = !opening && notice === nothing
  return html`
    <div class="price-bar" aria-hidden=${isHidden ? 'true' : nothing} aria-busy=${session.isBusy ? 'true' : 'false'}>
      ${notice} ${opening ?? line}
    </div>
  `
}
