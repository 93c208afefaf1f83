// The shop's pages as HTML: the list of products, one product, and the page that is not there.
import type { ProductListReply, ProductReply, ShopView } from '#core/shop/catalogue/define.js'
import { buying } from './buying.js'
import { type Addresses, framed, frameOf } from './frame.js'
import { markup, plainText } from './markup.js'
import { partsOf } from './part-names.js'
import { textsFor } from './spoken.js'
import { structuredData, unscripted } from './unscripted.js'
import { Wording } from './wording.js'

const wordingOf = ({ language, currency }: ShopView): Wording => new Wording(language, currency, textsFor(language))

/** The list of products. */
export function listPage({ shop, products }: ProductListReply, addresses: Addresses): string {
  const wording = wordingOf(shop)
  const texts = textsFor(shop.language)
  const cards = products.map((product) => {
    const amount = product.price === null ? 0 : shop.b2b ? product.price.net : product.price.gross
    const price = amount > 0 ? markup`<p class="from">${texts.basePrice(wording.amount(amount))}</p>` : null
    return markup`<li><a href="${addresses.page(`/product/${encodeURIComponent(product.label || String(product.id))}`, shop.language)}"><h2>${product.title}</h2>
<p>${plainText(product.description, 200)}</p>${price}<span class="go">${texts.toConfigurator(product.title)}</span></a></li>`
  })
  const main =
    products.length === 0
      ? markup`<h1>${texts.products}</h1><p>${texts.noProducts}</p>`
      : markup`<h1>${texts.products}</h1><ul class="products">${cards}</ul>`
  return framed(
    frameOf(shop, () => '/', shop.name, ''),
    addresses,
    main,
  )
}

/** One product with its configurator; `keys` are its labels by language, `configuration` the token of one that is to be edited. */
export function productPage(
  found: ProductReply,
  keys: ReadonlyMap<string, string>,
  addresses: Addresses,
  configuration: string | null = null,
): string {
  const { shop, product } = found
  const description = plainText(product.description, 600)
  const path = (tag: string): string => `/product/${encodeURIComponent(keys.get(tag) ?? String(product.id))}`
  const given = configuration === null ? null : markup` configuration="${configuration}"`
  const main = markup`<h1>${product.title}</h1>${description ? markup`<p class="lead">${description}</p>` : null}
<svc-configurator product="${product.id}" language="${shop.language}" currency="${shop.currency.code}" api="${addresses.runtimeApi}"${given}>${unscripted(found, wordingOf(shop), textsFor(shop.language))}${buying(found, addresses, configuration !== null)}</svc-configurator>`
  const data = structuredData(found, addresses.origin + addresses.page(path(shop.language), shop.language))
  const frame = { ...frameOf(shop, path, product.title, product.description), data }
  return framed(
    frame,
    addresses,
    main,
    addresses.scripts,
    partsOf(found).map((name) => addresses.file(`${name}.js`)),
  )
}

/** What a shopper sees under an address that leads nowhere. */
export function missingPage(shop: ShopView, addresses: Addresses): string {
  const texts = textsFor(shop.language)
  const main = markup`<h1>${texts.notFound}</h1><p>${texts.notFoundHint}</p>
<p><a href="${addresses.page('/', shop.language)}">${texts.products}</a></p>`
  return framed(frameOf(shop, null, texts.notFound, ''), addresses, main)
}
