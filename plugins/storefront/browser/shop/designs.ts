// The element `<svc-designs>`: the account's saved configurations to name, compare, share, duplicate, delete, and buy.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { SavedConfigurationReply } from '#core/surface.js'
import { getTextPart } from '../../part-names.js'
import type { DesignTexts } from '../../text/shop-types.js'
import { css } from '../base-element.js'
import { ApiFailure } from '../api-client.js'
import { PartLoader, type TextLoaders } from '../part-loader.js'
import { findShopperCart, storeCart } from './cart-storage.js'
import { createIdempotencyKey } from './shop-api.js'
import { ShopElement } from './shop-element.js'
import { SignInForms } from './sign-in.js'

/** The URL parameter with the token of a configuration to save after sign-in. */
const saveParameter = 'save'

const designsStyle = css`
  .cards.designs {
    margin-top: 1.25rem;
    grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
  }
  .designs .picture {
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: cover;
    border-radius: var(--svc-radius);
    background: light-dark(#fff, #e9edf2);
  }
  .designs h2 {
    margin: 0.75rem 0 0;
  }
  .designs .actions > * {
    flex: 1 1 auto;
  }
  .designs .price {
    font-weight: 700;
    font-size: 1.15rem;
    font-variant-numeric: tabular-nums;
  }
  .designs summary {
    cursor: pointer;
    color: var(--svc-accent);
    min-height: 1.75rem;
    width: fit-content;
  }
  .options {
    display: grid;
    grid-template-columns: fit-content(45%) minmax(0, 1fr);
    gap: 0.1rem 0.8rem;
    margin: 0;
    font-size: 0.95rem;
  }
  .options dt {
    color: var(--svc-muted);
  }
  .options dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.1rem;
    align-items: center;
  }
  .more a,
  .more .plain {
    min-height: 1.75rem;
    display: inline-flex;
    align-items: center;
  }
  .naming {
    display: grid;
    gap: 0.5rem;
  }
  .section:has(.comparison) {
    margin-top: 2.5rem;
  }
  .comparison {
    overflow-x: auto;
  }
  .comparison .picture {
    display: block;
    width: 100%;
    max-width: 15rem;
    height: auto;
    margin-bottom: 0.5rem;
    border-radius: var(--svc-radius);
  }
  .comparison table {
    border-collapse: collapse;
    min-width: 100%;
  }
  .comparison :is(th, td) {
    padding: 0.5rem 1rem 0.5rem 0;
    padding-inline: 0 1rem;
    border-bottom: 1px solid var(--svc-line);
    text-align: start;
    vertical-align: top;
    min-width: 6.5rem;
  }
  @media (max-width: 34rem) {
    .comparison :is(th, td) {
      padding-inline: 0 0.6rem;
    }
  }
  .comparison tbody th {
    font-weight: 400;
    color: var(--svc-muted);
  }
  .comparison .differs td {
    font-weight: 600;
  }
  .comparison .sum > * {
    font-weight: 700;
    color: inherit;
  }
`

type Design = SavedConfigurationReply

/** Numbers the later designs of the same name, so their cards and columns differ. The list starts with the newest design. */
function numberNames(designs: readonly Design[]): readonly Design[] {
  const counts = new Map<string, number>()
  const number = (design: Design): Design => {
    const count = (counts.get(design.name) ?? 0) + 1
    counts.set(design.name, count)
    return count === 1 ? design : { ...design, name: `${design.name} ${count}` }
  }
  return designs.toReversed().map(number).toReversed()
}

/** The open form of a card. */
interface OpenForm {
  readonly token: string
  readonly kind: 'remove' | 'rename' | 'share'
}

export class SvcDesigns extends ShopElement {
  private readonly designParts = new PartLoader<TextLoaders<'designs', DesignTexts>>(this, {})
  private designs: readonly Design[] | null = null
  private readonly signIn = new SignInForms(this, async () => {
    await this.begin()
    this.focusOn('h2')
  })
  private readonly compared = new Set<string>()
  private openForm: OpenForm | null = null
  private newName = ''
  private link = ''
  private message = ''
  /** Shows the link to the cart after a design was added. */
  private isAdded = false

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(designsStyle)
  }

  protected async load(): Promise<void> {
    const { service } = this
    const part = getTextPart('designs', this.language)
    await this.designParts.waitForParts([part])
    if (this.keepsAccounts && !this.isSignedIn) {
      this.designs = null
      return
    }
    const requested = new URLSearchParams(location.search).get(saveParameter)
    if (requested !== null) await this.saveRequested(requested)
    this.designs = numberNames(await service.designs())
  }

  /** Saves the configuration that a guest wanted to save before signing in. */
  private async saveRequested(token: string): Promise<void> {
    const texts = this.designTexts
    try {
      await this.service.claimConfiguration(token)
      await this.service.saveDesign(token)
      this.message = texts?.nowSaved ?? ''
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.isTemporary) throw error
      this.message = (error.status === 422 && error.shopperMessage) || texts?.notSaved || ''
    }
    history.replaceState(null, '', this.page('designs'))
  }

  private get designTexts(): DesignTexts | null {
    return this.designParts.get(getTextPart('designs', this.language))?.texts ?? null
  }

  protected body(): TemplateResult {
    const { designs, designTexts: texts } = this
    if (texts === null) return html`<p class="loading" role="status">${this.texts.loading}</p>`
    if (designs === null) {
      return html`
        ${this.renderFailure()}
        <p>${location.search.includes(`${saveParameter}=`) ? texts.signInFirst : texts.lead}</p>
        ${this.keepsAccounts ? this.signIn.block() : html`<p>${this.texts.hostSignsIn}</p>`}
      `
    }
    return html`
      ${this.renderFailure()}
      <div role="status">
        ${
          this.message === ''
            ? nothing
            : html`<p class="notice">${this.message} ${this.isAdded ? html`<a href=${this.page('cart')}>${texts.toCart}</a>` : nothing}</p>`
        }
      </div>
      ${
        designs.length === 0
          ? html`<p>${texts.none}</p><p><a class="button primary" href=${this.page('products')}>${this.texts.toProducts}</a></p>`
          : html`
              <p class="muted">${texts.lead} ${designs.length > 1 ? texts.compareHint : nothing}</p>
              <ul class="cards designs">${designs.map((design) => this.card(design, texts))}</ul>
            `
      }
      ${this.comparison(designs, texts)}
    `
  }

  private card(design: Design, texts: DesignTexts): TemplateResult {
    const { configuration: token, name, title, image, product_id: product, options, complete, currency, saved } = design
    const isSold = currency !== null
    const price = this.formatPrice(design, texts)
    const isCompared = this.compared.has(token)
    const named = html`<span class="hidden"> ${name}</span>`
    const action = (text: string, act: () => unknown): TemplateResult =>
      html`<button type="button" class="plain" @click=${act}>${text}${named}</button>`
    const date = this.createFormatter({ code: 'EUR', decimals: 2 }).date(saved)
    return html`
      <li class="card" data-design=${token}>
        ${image === null ? nothing : html`<img class="picture" alt="" src=${this.service.picture(product, image)} loading="lazy" />`}
        <h2 tabindex="-1">${name}</h2>
        <p class="small">${texts.savedOn({ product: title, date })}</p>
        ${price === '' ? nothing : html`<p class="price">${price}</p>`}
        ${isSold ? (complete ? nothing : html`<p>${texts.unfinished}</p>`) : html`<p>${texts.notSold}</p>`}
        ${
          options.length === 0
            ? nothing
            : html`<details>
                <summary>${texts.details({ count: options.length })}${named}</summary>
                <dl class="options">${options.map(({ question, text }) => html`<dt>${question}</dt><dd>${text}</dd>`)}</dl>
              </details>`
        }
        ${this.formBlock(design, texts)}
        <div class="actions">
          ${
            isSold && complete
              ? html`<button type="button" class="primary" @click=${() => void this.buy(design, texts)}>${texts.addToCart}${named}</button>`
              : nothing
          }
          ${
            isSold
              ? html`<a class="button" href=${this.page('product', { product, configuration: token })}>${complete ? texts.edit : texts.goOn}${named}</a>`
              : nothing
          }
        </div>
        <div class="more">
          ${action(texts.rename, () => this.open(design, 'rename'))}
          ${isSold ? action(texts.share, () => void this.share(design, texts)) : nothing}
          ${isSold ? action(texts.duplicate, () => void this.duplicate(design, texts)) : nothing}
          ${action(texts.remove, () => this.open(design, 'remove'))}
        </div>
        ${
          isSold && this.designs!.length > 1
            ? html`<label class="check">
                <input type="checkbox" .checked=${live(isCompared)} @change=${() => this.toggleCompared(token)} />
                <span>${texts.compare}${named}</span>
              </label>`
            : nothing
        }
      </li>
    `
  }

  private formBlock(design: Design, texts: DesignTexts): TemplateResult | typeof nothing {
    const { openForm } = this
    const { configuration: token, name } = design
    if (openForm?.token !== token) return nothing
    const cancel = html`<button type="button" @click=${() => this.close()}>${texts.cancel}</button>`
    if (openForm.kind === 'share') {
      return html`<label class="naming">${texts.link}
        <input id="design-form" readonly .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      </label>`
    }
    if (openForm.kind === 'remove') {
      return html`<div class="naming" role="group" aria-labelledby="design-remove">
        <p id="design-remove">${texts.confirmRemove({ name })}</p>
        <div class="actions">
          <button type="button" id="design-form" @click=${() => void this.deleteDesign(design, texts)}>${texts.remove}</button>
          ${cancel}
        </div>
      </div>`
    }
    return html`<form class="naming" novalidate @submit=${(event: Event) => void this.rename(event, design, texts)}>
      <label>${texts.name}
        <input
          id="design-form"
          maxlength="100"
          autocomplete="off"
          .value=${live(this.newName)}
          @input=${(event: Event) => (this.newName = (event.target as HTMLInputElement).value)}
        />
      </label>
      <div class="actions"><button class="primary">${this.texts.save}</button>${cancel}</div>
    </form>`
  }

  /** One row per question; rows with different answers are marked. */
  private comparison(designs: readonly Design[], texts: DesignTexts): TemplateResult | typeof nothing {
    const sides = designs.filter(({ configuration, currency }) => currency !== null && this.compared.has(configuration))
    if (sides.length < 2) return nothing
    const questions = new Map(sides.flatMap(({ options }) => options.map((option) => [option.question_id, option.question])))
    const row = (title: string, cells: readonly string[], style = ''): TemplateResult => html`
      <tr class=${style || (new Set(cells).size > 1 ? 'differs' : nothing)}>
        <th scope="row">${title}</th>
        ${cells.map((cell) => html`<td>${cell || '–'}</td>`)}
      </tr>
    `
    const hasOneProduct = new Set(sides.map(({ product_id }) => product_id)).size === 1
    return html`
      <section class="section" aria-labelledby="comparison">
        <h2 id="comparison">${texts.comparison}</h2>
        <div class="comparison" tabindex="0" role="group" aria-labelledby="comparison">
          <table>
            <thead>
              <tr>
                <td></td>
                ${sides.map(
                  ({ name, image, product_id: product }) => html`
                    <th scope="col">
                      ${image === null ? nothing : html`<img class="picture" alt="" src=${this.service.picture(product, image)} />`}
                      ${name}
                    </th>
                  `,
                )}
              </tr>
            </thead>
            <tbody>
              ${
                hasOneProduct
                  ? nothing
                  : row(
                      texts.product,
                      sides.map(({ title }) => title),
                    )
              }
              ${[...questions].map(([id, title]) =>
                row(
                  title,
                  sides.map(({ options }) => options.find((option) => option.question_id === id)?.text ?? ''),
                ),
              )}
              ${row(
                texts.price,
                sides.map((design) => this.formatPrice(design, texts)),
                'sum',
              )}
            </tbody>
          </table>
        </div>
      </section>
    `
  }

  /** '' if the price is unknown or hidden. */
  private formatPrice({ price, currency }: Design, texts: DesignTexts): string {
    if (price === null || currency === null) return ''
    const words = this.createFormatter(currency)
    const isNet = this.front?.shop.b2b === true
    const [once, again] = [price, price.recurring].map((amount) => (isNet ? amount.net : amount.gross))
    if (again === 0) return once === 0 ? '' : words.amount(once!)
    return texts.plusRecurring({ amount: words.amount(once!), recurring: words.amount(again!) })
  }

  private open({ configuration: token, name }: Design, kind: OpenForm['kind']): void {
    this.openForm = { token, kind }
    this.newName = name
    this.focusOn('#design-form')
  }

  private close(): void {
    const token = this.openForm?.token
    this.openForm = null
    this.focusOn(`[data-design="${token}"] h2`)
  }

  private toggleCompared(token: string): void {
    if (!this.compared.delete(token)) this.compared.add(token)
    this.requestUpdate()
  }

  /** Runs an action, reads the list again and reports the result. */
  private async change(action: string, message: string, work: () => Promise<void>): Promise<boolean> {
    this.message = ''
    this.isAdded = false
    const hasSucceeded = await this.runAction(action, async () => {
      await work()
      this.designs = numberNames(await this.service.designs())
    })
    if (hasSucceeded) this.message = message
    this.requestUpdate()
    return hasSucceeded
  }

  private async rename(event: Event, { configuration: token }: Design, texts: DesignTexts): Promise<void> {
    event.preventDefault()
    const name = this.newName.trim()
    const isRenamed = await this.change(`rename ${token} ${name}`, texts.renamed, async () => {
      await this.service.saveDesign(token, name)
    })
    if (isRenamed) this.close()
  }

  private async deleteDesign({ configuration: token, name }: Design, texts: DesignTexts): Promise<void> {
    const isRemoved = await this.change(`remove ${token}`, texts.removed({ name }), () => this.service.releaseDesign(token))
    if (!isRemoved) return
    this.openForm = null
    this.compared.delete(token)
    this.focusOn('h2, .button')
  }

  private async duplicate({ configuration: token, name }: Design, texts: DesignTexts): Promise<void> {
    const key = createIdempotencyKey()
    const message = texts.duplicated({ name })
    await this.change(`duplicate ${token}`, message, async () => {
      const { configuration } = await this.service.duplicate(token, key)
      await this.service.saveDesign(configuration, texts.copyOf({ name }))
    })
  }

  private async share(design: Design, texts: DesignTexts): Promise<void> {
    this.message = ''
    const { configuration: token } = design
    const isShared = await this.runAction(`share ${token}`, async () => {
      this.link = (await this.service.shareConfiguration(token)).url
    })
    if (!isShared) return
    this.open(design, 'share')
    this.message = await navigator.clipboard?.writeText(this.link).then(
      () => texts.linkCopied,
      () => texts.linkReady,
    )
    this.message ||= texts.linkReady
    this.requestUpdate()
  }

  /** The cart gets a copy. The design stays saved. */
  private async buy({ configuration: token, name }: Design, texts: DesignTexts): Promise<void> {
    const key = createIdempotencyKey()
    this.message = ''
    const isAdded = await this.runAction(`buy ${token}`, async () => {
      const { service } = this
      const { configuration, currency } = await service.duplicate(token, key)
      const cart = (await findShopperCart(service, this.isSignedIn)) ?? (await service.createCart({ currency: currency.code }))
      storeCart(await service.addPosition(cart.cart, { configuration }))
    })
    this.isAdded = isAdded
    if (isAdded) this.message = texts.added({ name })
    this.requestUpdate()
  }
}
