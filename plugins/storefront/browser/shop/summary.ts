// The element `<svc-summary>`: the selections of a configuration with their prices, to edit or print.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ConfigurationReply, PartAmounts, PriceBreakdownReply, PricePart, ProductReply } from '#core/surface.js'
import { css } from '../base-element.js'
import type { ConfiguratorState } from '../on-demand/configurator-api.js'
import { ignoreMissingRecord } from './shop-api.js'
import { ShopElement } from './shop-element.js'

const summaryStyle = css`
  .summary {
    width: 100%;
    max-width: 46rem;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .summary tr > * {
    border-bottom: 1px solid var(--svc-line);
    padding: 0.5rem 0.75rem 0.5rem 0;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .summary th {
    font-weight: 400;
    color: var(--svc-muted);
  }
  .summary .costs {
    text-align: end;
    white-space: nowrap;
  }
  .summary .sum > * {
    font-weight: 700;
    color: inherit;
  }
  .missing {
    color: var(--svc-alert);
  }
  @media print {
    .actions,
    .summary .edit {
      display: none;
    }
  }
`

/** The members of the configurator's element that this module uses. */
interface ConfiguratorElement extends HTMLElement {
  goTo(questionId: number): Promise<void>
}

export class SvcSummary extends ShopElement {
  private configuration: ConfigurationReply | null = null
  private priced: PriceBreakdownReply | null = null
  private product: ProductReply | null = null
  /** The token of the configuration in the configurator on this page. */
  private configuratorToken: string | null = null

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(summaryStyle)
    this.addController({
      hostConnected: () => document.addEventListener('svc-change', this.changed),
      hostDisconnected: () => document.removeEventListener('svc-change', this.changed),
    })
  }

  /** The configuration's token: from its own attribute, or from the configurator whose id the attribute `for` contains. */
  private get token(): string {
    return this.configuratorToken ?? this.getAttribute('configuration') ?? ''
  }

  private readonly changed = ({ target, detail }: CustomEvent<ConfiguratorState>): void => {
    if (!this.hasAttribute('for') || (target as Element).id !== this.getAttribute('for')) return
    this.configuratorToken = detail.configuration
    void this.begin()
  }

  protected async load(): Promise<void> {
    const { service, token } = this
    if (token === '') return
    const storedConfiguration = await service.configuration(token).catch(ignoreMissingRecord)
    const [priced, product] =
      storedConfiguration === null
        ? [null, null]
        : await Promise.all([
            service.configurationPrice(token),
            this.product ?? service.product(storedConfiguration.product_id, token),
          ])
    if (token !== this.token) return
    this.configuration = storedConfiguration
    this.priced = priced
    this.product = product
  }

  protected body(): TemplateResult {
    const { texts, configuration, priced, product } = this
    if (configuration === null || priced === null || product === null)
      return html`${this.renderFailure()}<p class="muted">${this.token === '' ? texts.loading : texts.summaryUnknown}</p>`
    const sum = { amount: priced.price, recurring: priced.price?.recurring ?? null }
    return html`
      ${this.renderFailure()}
      <h2>${product.product.title}</h2>
      <table class="summary">
        <tbody>
          ${priced.parts.map((part) => this.row(part, product))}
          ${
            priced.price === null || (configuration.missing.length > 0 && priced.price.gross === 0)
              ? nothing
              : html`<tr class="sum">
                  <th scope="row" colspan="2">${priced.price.tax === 0 ? texts.total : texts.totalGross}</th>
                  <td class="costs" data-part="total">${this.amounts(sum, false)}</td>
                  <td class="edit"></td>
                </tr>`
          }
        </tbody>
      </table>
      ${configuration.missing.map(({ message }) => html`<p class="missing">${message}</p>`)}
      <p class="actions"><button type="button" @click=${() => print()}>${texts.print}</button></p>
    `
  }

  /** Net for companies, except for the total. */
  private amounts({ amount, recurring }: PartAmounts, net = this.product!.shop.b2b): string {
    const words = this.createFormatter(this.priced!.currency)
    const { recurring: again } = this.product!.product
    const amountTexts = [amount, recurring].map((price) =>
      price === null || price.gross === 0 ? '' : words.amount(net ? price.net : price.gross),
    )
    return [amountTexts[0], amountTexts[1] && `${amountTexts[1]} ${again?.interval ?? ''}`.trim()].filter(Boolean).join(' + ')
  }

  private row(part: PricePart, { product }: ProductReply): TemplateResult {
    const { question_id: id, title, text } = part
    const page = product.pages.find(({ questions }) => questions.some((question) => question.id === id))
    const address = `${this.page('product', { product: product.id, configuration: this.token })}&page=${page?.id ?? ''}#question-${id}`
    const go = (event: Event): void => {
      const configurator = this.configuratorToken === null ? null : document.getElementById(this.getAttribute('for')!)
      if (configurator === null) return
      event.preventDefault()
      void (configurator as ConfiguratorElement).goTo(id)
    }
    return html`
      <tr>
        <th scope="row">${title}</th>
        <td>${text}</td>
        <td class="costs">${this.amounts(part)}</td>
        <td class="edit"><a href=${address} aria-label=${this.texts.changeOf({ title })} @click=${go}>${this.texts.change}</a></td>
      </tr>
    `
  }
}

declare global {
  interface DocumentEventMap {
    'svc-change': CustomEvent<ConfiguratorState>
  }
}
