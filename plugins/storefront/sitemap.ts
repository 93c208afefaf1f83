// The sitemap with every public page in each language, and robots.txt with the paths that crawlers must not visit.
import { type App, createMessage, NotFoundError } from '#core/contract.js'
import type { RecordLabels } from '#core/surface.js'
import type { ServiceRequest } from '../http/mount.js'
import { createReply, type Reply } from '../http/reply.js'
import type { PageUrls } from './page-frame.js'
import { type Markup, markup } from '../http/markup.js'

/** Products per file. */
const productsPerFile = 1_000

const xmlProlog = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Crawlers request these files often. */
const cacheHeaders = { 'cache-control': 'public, max-age=3600' }
const createXmlReply = (body: Markup): Reply => createReply(xmlProlog + body.text, 'application/xml; charset=utf-8', cacheHeaders)

/** One page under its URL in every language. Each entry lists every language. */
function renderUrls(paths: readonly (readonly [string, string])[], { origin, page }: PageUrls): readonly Markup[] {
  const places = paths.map(([tag, path]) => [tag, origin + page(path, tag)] as const)
  const alternateLinks = places.map(([tag, url]) => markup`<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`)
  return places.map(([, url]) => markup`<url><loc>${url}</loc>${places.length > 1 ? alternateLinks : null}</url>\n`)
}

const listPaths = (folder: string, { id, labels }: RecordLabels): readonly (readonly [string, string])[] =>
  [...labels].map(([tag, label]) => [tag, `${folder}/${encodeURIComponent(label || String(id))}`] as const)

/** The index of the sitemap files. */
export async function createSitemapIndex(app: App, address: (file: number) => string): Promise<Reply> {
  const { total } = await app.shop.catalogue.addresses(1, 0)
  const files = Array.from({ length: Math.max(1, Math.ceil(total / productsPerFile)) }, (_, index) => address(index + 1))
  const entries = files.map((url) => markup`<sitemap><loc>${url}</loc></sitemap>\n`)
  return createXmlReply(markup`<sitemapindex xmlns="${namespace}">\n${entries}</sitemapindex>\n`)
}

/** One sitemap file: up to `productsPerFile` products. The first also contains the home page, the lists and the content pages. */
export async function createSitemapFile(app: App, addresses: PageUrls, request: ServiceRequest): Promise<Reply> {
  const file = Number(/^([1-9][0-9]{0,5})\.xml$/.exec(request.params['file'] ?? '')?.[1] ?? 0)
  const {
    products,
    lists,
    pages: contentPages,
    total,
  } = await app.shop.catalogue.addresses(productsPerFile, Math.max(0, file - 1) * productsPerFile)
  if (file < 1 || (file > 1 && (file - 1) * productsPerFile >= total))
    throw new NotFoundError(createMessage('shop.sitemapUnknown', { path: request.path.slice(0, 200) }))
  const { shop } = await app.shop.catalogue.products({ limit: 1 })
  const above = [
    shop.languages.map((tag) => [tag, '/'] as const),
    ...lists.map((list) => listPaths('/list', list)),
    ...contentPages.map((page) => listPaths('/page', page)),
  ]
  const pages = [...(file === 1 ? above : []), ...products.map((product) => listPaths('/product', product))]
  return createXmlReply(
    markup`<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.map((paths) => renderUrls(paths, addresses))}</urlset>\n`,
  )
}

/** Paths of private pages, below the language prefix. */
const privatePaths = ['/cart', '/checkout', '/account', '/orders/', '/quotes/']

/** @param sitemap its absolute URL */
export function createRobotsReply(sitemap: string, addresses: PageUrls, languages: readonly string[]): Reply {
  const closed = languages.flatMap((tag) => privatePaths.map((path) => `Disallow: ${addresses.page(path, tag)}`))
  const lines = ['User-agent: *', ...new Set(closed), '', `Sitemap: ${sitemap}`]
  return createReply(`${lines.join('\n')}\n`, 'text/plain; charset=utf-8', cacheHeaders)
}
