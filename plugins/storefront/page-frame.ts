// Data of a page's frame, and the URLs of pages and pictures.
import type { CurrencyView, ListSummary, ShopFrame, ShopView } from '#core/surface.js'
import type { Markup } from '../http/markup.js'

/** URLs as clients request them, including base path and language, and the data that all pages show. */
export interface PageUrls {
  readonly site: ShopFrame
  /** The scripts, question types first. Their URLs change with their content. */
  readonly scripts: readonly string[]
  /** The URL of another script or module. */
  file(name: string): string
  /** The script that is inlined in a product page. */
  readonly inlineScript: string
  readonly style: string
  readonly runtimeApi: string
  /** The URL of a picture of the shop itself or of a product list. */
  picture(name: string): string
  page(path: string, language: string): string
  /** The currency code in the URL. Links to other pages with prices include it. */
  readonly currency: string | null
  /** Scheme and host of the service as clients see them. */
  readonly origin: string
  /** True in a demo: pages offer a panel with their API calls. */
  readonly showsCalls: boolean
  /** True in a demo. */
  readonly isDemo: boolean
  /** True if an advisor is available: pages link to a conversation. */
  readonly hasAdvisor: boolean
  /** null if the host sells: no page links to a cart. */
  readonly selling: SalesSettings | null
}

/** The URL of a product picture in the runtime API. */
export const toPictureUrl = ({ runtimeApi }: Pick<PageUrls, 'runtimeApi'>, product: number, name: string): string =>
  `${runtimeApi}/products/${product}/pictures/${encodeURIComponent(name)}`

export const toProductListPath = ({ label, id }: Pick<ListSummary, 'id' | 'label'>): string =>
  `/list/${encodeURIComponent(label || String(id))}`

/** The URL of a page with prices, in the currency of this page. */
export function toPricePageUrl(
  { page, currency }: PageUrls,
  path: string,
  language: string,
  parameters: PageFrame['parameters'] = [],
): string {
  const address = page(path, language)
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]))
  if (currency !== null) query.set('currency', currency)
  return query.size === 0 ? address : `${address}?${query}`
}

/** Settings for shops whose sales the service handles. */
export interface SalesSettings {
  /** True: shoppers sign in on these pages. False: the host identifies them. */
  readonly keepsAccounts: boolean
  /** True: orders and quotes are available as PDF files. */
  readonly hasDocuments: boolean
}

export interface PageFrame {
  readonly language: string
  readonly languages: readonly string[]
  readonly shopName: string
  readonly title: string
  readonly description: string
  /** The path of this page in a language, without the prefix; null if the page has no permanent URL. */
  readonly path: ((language: string) => string) | null
  /** The available currencies, the page's own first; none if nothing on the page depends on the currency. */
  readonly currencies?: readonly CurrencyView[]
  /** True for a shopper's private page, which search engines must not index. */
  readonly isPrivate?: boolean
  /** The text that the shopper has searched for. */
  readonly query?: string
  /** The URL parameters of this page, which its links to other languages and currencies preserve. */
  readonly parameters?: readonly (readonly [name: string, value: string])[]
  /** The parameters of the canonical URL: `?page=2`. */
  readonly canonicalQuery?: string
  /** The style sheet of this kind of page, in addition to that of all pages. */
  readonly style?: string
  /** Content for the head only. */
  readonly data?: Markup
  /** Content that comes before all other resources: a script after a style sheet waits for that style sheet. */
  readonly first?: Markup
}

/** The frame of a page of this shop. */
export function createPageFrame(shop: ShopView, path: PageFrame['path'], title: string, description: string): PageFrame {
  const { language, languages, name: shopName, currency, currencies: all } = shop
  const currencies = [currency, ...all.filter(({ code }) => code !== currency.code)]
  return { language, languages, shopName, title, description, path, currencies }
}
