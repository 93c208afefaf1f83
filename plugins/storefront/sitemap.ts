// The sitemap with every public page in each language, and robots.txt with the paths that crawlers must not visit.
import type { App } from '#core/app.js'
import type { Labelled } from '#core/shop/catalogue/define.js'
import { NotFoundError } from '#core/foundation/errors.js'
import type { ServiceRequest } from '../http/mount.js'
import { content, type Reply } from '../http/reply.js'
import type { Addresses } from './frame.js'
import { type Markup, markup } from './markup.js'

/** Products per file. */
const perFile = 1_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Crawlers request these files often. */
const kept = { 'cache-control': 'public, max-age=3600' }
const xml = (body: Markup): Reply => content(head + body.text, 'application/xml; charset=utf-8', kept)

/** One page under its URL in every language. Each entry lists every language. */
function urls(paths: readonly (readonly [string, string])[], { origin, page }: Addresses): readonly Markup[] {
  const places = paths.map(([tag, path]) => [tag, origin + page(path, tag)] as const)
  const others = places.map(([tag, url]) => markup`<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`)
  return places.map(([, url]) => markup`<url><loc>${url}</loc>${places.length > 1 ? others : null}</url>\n`)
}

const pathsOf = (folder: string, { id, labels }: Labelled): readonly (readonly [string, string])[] =>
  [...labels].map(([tag, label]) => [tag, `${folder}/${encodeURIComponent(label || String(id))}`] as const)

/** The index of the sitemap files. */
export async function sitemapIndex(app: App, address: (file: number) => string): Promise<Reply> {
  const { total } = await app.catalogue.addresses(1, 0)
  const files = Array.from({ length: Math.max(1, Math.ceil(total / perFile)) }, (_, index) => address(index + 1))
  const entries = files.map((url) => markup`<sitemap><loc>${url}</loc></sitemap>\n`)
  return xml(markup`<sitemapindex xmlns="${namespace}">\n${entries}</sitemapindex>\n`)
}

/** One sitemap file: up to `perFile` products. The first also contains the home page and the lists. */
export async function sitemapFile(app: App, addresses: Addresses, request: ServiceRequest): Promise<Reply> {
  const file = Number(/^([1-9][0-9]{0,5})\.xml$/.exec(request.params['file'] ?? '')?.[1] ?? 0)
  const { products, lists, total } = await app.catalogue.addresses(perFile, Math.max(0, file - 1) * perFile)
  if (file < 1 || (file > 1 && (file - 1) * perFile >= total)) throw new NotFoundError(`There is no sitemap '${request.path}'.`)
  const { shop } = await app.catalogue.products({ limit: 1 })
  const above = [shop.languages.map((tag) => [tag, '/'] as const), ...lists.map((list) => pathsOf('/list', list))]
  const pages = [...(file === 1 ? above : []), ...products.map((product) => pathsOf('/product', product))]
  return xml(
    markup`<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.map((paths) => urls(paths, addresses))}</urlset>\n`,
  )
}

/** Paths of private pages, below the language prefix. */
const own = ['/cart', '/checkout', '/account', '/orders/', '/quotes/']

/** @param sitemap its absolute URL */
export function robots(sitemap: string, addresses: Addresses, languages: readonly string[]): Reply {
  const closed = languages.flatMap((tag) => own.map((path) => `Disallow: ${addresses.page(path, tag)}`))
  const lines = ['User-agent: *', ...new Set(closed), '', `Sitemap: ${sitemap}`]
  return content(`${lines.join('\n')}\n`, 'text/plain; charset=utf-8', kept)
}
