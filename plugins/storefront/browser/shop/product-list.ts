// The element `<svc-product-list>`: the products of the shop, each with a link to its configurator.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductListReply, ProductSummary } from '#core/surface.js'
import { css } from '../base-element.js'
import { renderRichText } from '../rich-text.js'
import { ShopElement } from './shop-element.js'

const productListStyle = css`
  .products a {
    display: flex;
    flex-direction: column;
    gap: 0.4rem;
    height: 100%;
    color: inherit;
    text-decoration: none;
  }
  .products a:hover {
    border-color: var(--svc-accent);
  }
  .products .picture {
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: contain;
  }
  .products h2,
  .products p {
    margin: 0;
  }
  .products .go {
    margin-top: auto;
    color: var(--svc-accent);
    font-weight: 600;
  }
`

export class SvcProductList extends ShopElement {
  private reply: ProductListReply | null = null

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(productListStyle)
  }

  protected async load(): Promise<void> {
    this.reply = await this.service.products(this.getAttribute('limit'))
  }

  protected body(): TemplateResult {
    const { reply, texts } = this
    const { products, shop } = reply!
    if (products.length === 0) return html`${this.renderFailure()}<p class="muted">${texts.noProducts}</p>`
    return html`
      ${this.renderFailure()}
      <ul class="cards products">${products.map((product) => html`<li>${this.card(product, shop)}</li>`)}</ul>
    `
  }

  private card(product: ProductSummary, { b2b, currency }: ProductListReply['shop']): TemplateResult {
    const { id, image, price, from_price: from, title } = product
    const displayPrice = from ?? price
    const amount = displayPrice === null ? 0 : b2b ? displayPrice.net : displayPrice.gross
    const say = from === null ? this.texts.basePrice : this.texts.fromPrice
    return html`
      <a class="card product" href=${this.page('configure', { product: id })}>
        ${image === null ? nothing : html`<img class="picture" src=${this.service.picture(id, image)} alt="" loading="lazy" />`}
        <h2>${title}</h2>
        <div class="muted">${renderRichText(product.description)}</div>
        ${amount > 0 ? html`<p class="from">${say({ amount: this.createFormatter(currency).amount(amount) })}</p>` : nothing}
        <span class="go" aria-hidden="true">${this.texts.configure}</span>
      </a>
    `
  }
}
