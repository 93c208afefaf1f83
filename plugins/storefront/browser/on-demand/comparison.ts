// The comparison of the current configuration with its previous state or another configuration: differences and prices.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CurrencyView, PriceReply, ProductReply, QuestionReply, QuestionView } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'
import { TextFormatter } from '../../text-formatter.js'
import { RuntimeApi } from '../runtime-api.js'
import { css } from '../base-element.js'
import { ApiFailure } from '../api-client.js'
import type { ConfiguratorHost } from './configurator-api.js'

/** One of the two compared configurations. */
export interface ComparedConfiguration {
  readonly questions: ReadonlyMap<number, Pick<QuestionReply, 'selection' | 'text'>>
  readonly missing: number
  readonly price: PriceReply | null
  readonly currency: CurrencyView
}

/** Finds a configuration token in a shared link or in plain text. */
const parseToken = (text: string): string | undefined => /(?:^|configuration=)([\w-]{32})(?:$|[&#])/.exec(text.trim())?.[1]

export class ComparisonPanel {
  private other: ComparedConfiguration | null = null
  private link = ''
  private messageKey: 'noSuch' | 'notALink' | 'otherProduct' | null = null
  private isNew = true

  constructor(
    private readonly host: ConfiguratorHost & { readonly api: string; readonly language: string; readonly shopper: string },
    private readonly close: () => void,
  ) {}

  /** @param before the state before the last change; null if there was none */
  block(
    now: ComparedConfiguration,
    before: ComparedConfiguration | null,
    catalogue: ProductReply,
    wording: TextFormatter,
    texts: DeferredTexts,
  ): TemplateResult {
    if (this.isNew) this.enter()
    const compared = this.other ?? before
    return html`
      <section class="comparison" aria-labelledby="comparison" @keydown=${this.closeOnEscape}>
        <h2 id="comparison" tabindex="-1">${texts.comparison}</h2>
        ${compared === null ? html`<p class="hint">${texts.nothingBefore}</p>` : this.table(now, compared, catalogue, wording, texts)}
        <form class="beside" novalidate @submit=${(event: Event) => this.handleSubmit(event)}>
          <label>${texts.otherLink}
            <input
              .value=${this.link}
              autocomplete="off"
              aria-describedby="comparison-said"
              aria-invalid=${this.messageKey === null ? 'false' : 'true'}
              @input=${(event: Event) => (this.link = (event.target as HTMLInputElement).value)}
            />
          </label>
          <p class="refusal" id="comparison-said" role="alert">${this.messageKey === null ? nothing : texts[this.messageKey]}</p>
          <p class="actions">
            <button type="submit">${texts.showComparison}</button>
            ${this.other === null ? nothing : html`<button type="button" @click=${() => this.take(null)}>${texts.compareWithPrevious}</button>`}
            <button type="button" @click=${() => print()}>${texts.print}</button>
            <button type="button" @click=${this.close}>${texts.closeComparison}</button>
          </p>
        </form>
      </section>
    `
  }

  private table(
    now: ComparedConfiguration,
    compared: ComparedConfiguration,
    catalogue: ProductReply,
    wording: TextFormatter,
    texts: DeferredTexts,
  ): TemplateResult {
    const { shop, product } = catalogue
    const questions = product.pages.flatMap((page) => page.questions)
    const rows = questions.flatMap((question) => {
      const [own, other] = [now, compared].map((side) => this.entry(question, side, catalogue, wording, texts))
      const differ = now.questions.get(question.id)?.selection !== compared.questions.get(question.id)?.selection
      return differ ? [this.row(question.title, own!, other!)] : []
    })
    const words = ({ currency }: ComparedConfiguration): TextFormatter =>
      new TextFormatter(wording.language, currency, wording.texts)
    const sums = [now, compared].map((side) => {
      const { price } = side
      if (price === null) return null
      const [singlePrice, again] = [price, price.recurring].map((amount) => (shop.b2b ? amount.net : amount.gross))
      const text = words(side).amount(singlePrice!)
      return again === 0 ? text : `${text} + ${words(side).amount(again!)} ${product.recurring?.interval ?? ''}`.trim()
    })
    return html`
      ${rows.length === 0 ? html`<p>${texts.nothingDiffers}</p>` : nothing}
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${texts.thisOne}</th>
            <th scope="col">${this.other === null ? texts.beforeLast : texts.otherOne}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
          ${now.missing + compared.missing === 0 ? nothing : this.row(texts.stillMissing, String(now.missing), String(compared.missing))}
          ${sums[0] === null && sums[1] === null ? nothing : this.row(product.price_label || wording.texts.yourPrice, sums[0] ?? '', sums[1] ?? '', 'sum')}
        </tbody>
      </table>
    `
  }

  private row(title: string, own: string, other: string, part = 'differing'): TemplateResult {
    return html`<tr class=${part} part=${part}><th scope="row">${title}</th><td>${own}</td><td>${other}</td></tr>`
  }

  /** The selection, with its fixed price if this side has the currency of the page. */
  private entry(
    question: QuestionView,
    side: ComparedConfiguration,
    { shop }: ProductReply,
    wording: TextFormatter,
    texts: DeferredTexts,
  ): string {
    const questionState = side.questions.get(question.id)
    const text = questionState?.text ?? questionState?.selection ?? null
    if (text === null) return texts.nothingChosen
    if (question.answers.length === 0) return question.unit ? `${text} ${question.unit}` : text
    const answer = question.answers.find(({ id }) => String(id) === questionState?.selection)
    const amount = (shop.b2b ? answer?.price?.net : answer?.price?.gross) ?? 0
    return amount === 0 || side.currency.code !== shop.currency.code ? text : `${text} (${wording.difference(amount)})`
  }

  private enter(): void {
    this.isNew = false
    void this.focusHeading()
  }

  private async focusHeading(): Promise<void> {
    await this.host.updateComplete
    const heading = this.host.renderRoot.querySelector<HTMLElement>('#comparison')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }

  private handleSubmit(event: Event): void {
    event.preventDefault()
    void this.find()
  }

  private async find(): Promise<void> {
    const { host } = this
    const token = parseToken(this.link)
    if (token === undefined) return this.take(null, 'notALink')
    try {
      const reply = await new RuntimeApi(host.api, host.language, host.shopper || null).read(token)
      if (reply.product_id !== host.product) return this.take(null, 'otherProduct')
      const questions = new Map(reply.questions.map((questionState) => [questionState.id, questionState]))
      this.take({ questions, missing: reply.missing.length, price: reply.price, currency: reply.currency })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.take(null, 'noSuch')
    }
  }

  private take(other: ComparedConfiguration | null, messageKey: typeof this.messageKey = null): void {
    this.other = other
    this.messageKey = messageKey
    this.host.requestUpdate()
  }

  private readonly closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.close()
  }
}

export const style = css`
  .comparison {
    margin-top: 2rem;
    padding-top: 1rem;
    border-top: 1px solid var(--svc-line);
    scroll-margin-top: 1rem;
  }
  .comparison table {
    width: 100%;
    border-collapse: collapse;
  }
  .comparison tr > * {
    padding: 0.5rem 0.4rem;
    border-bottom: 1px solid var(--svc-line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .comparison thead {
    font-size: 0.9rem;
  }
  .comparison .sum td {
    white-space: nowrap;
  }
  .comparison tbody th {
    font-weight: 400;
    color: var(--svc-muted);
  }
  .comparison .sum > * {
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    color: inherit;
  }
  .beside {
    display: grid;
    gap: 0.5rem;
    margin-top: 1rem;
  }
  .beside label {
    display: grid;
    gap: 0.3rem;
    max-width: 34rem;
  }
  .beside p {
    margin: 0;
  }
  @media print {
    .container:has(~ .comparison),
    .comparison ~ *,
    .beside {
      display: none;
    }
  }
`
