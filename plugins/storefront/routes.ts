// The addresses of the storefront. Pages run no inline script and load nothing from elsewhere; their texts come with the first.
import type { App } from '#core/app.js'
import type { CatalogueOptions, ProductReply } from '#core/shop/catalogue/define.js'
import { NotFoundError } from '#core/ground/errors.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { html, type Reply } from '../http/reply.js'
import type { Addresses } from './frame.js'
import { storefrontFiles } from './files.js'
import type { ShopPage } from './shop-pages.js'
import { tagged } from '../http/tagged.js'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** The language of the query, else of the URL prefix, else none: the store default. */
async function optionsOf(app: App, request: ServiceRequest): Promise<CatalogueOptions> {
  const language = request.query.values.get('language') ?? request.language ?? undefined
  const shopper = await app.host.adapters.identity.shopper(app, request.headers)
  return language === undefined ? { shopper } : { shopper, language }
}

/** The product's labels: its address in each language. */
async function labelsOf(app: App, { shop, product }: ProductReply): Promise<ReadonlyMap<string, string>> {
  const labels = shop.languages.map(async (language) => {
    const { label } = language === shop.language ? product : (await app.catalogue.product(product.id, { language })).product
    return [language, label || String(product.id)] as const
  })
  return new Map(await Promise.all(labels))
}

export async function storefrontRoutes(app: App, server: ServerFacts): Promise<readonly Route[]> {
  const files = await storefrontFiles(app, server)
  const keepsAccounts = app.host.adapters.identity.keepsAccounts === true
  const addressesOf = (languages: readonly string[], request: ServiceRequest): Addresses => ({
    scripts: [...files.types, 'configurator.js'].map(files.path),
    file: files.path,
    style: files.path('storefront.css'),
    runtimeApi: server.pathTo('/svc-api/runtime/v1', request),
    origin: new URL(server.baseUrl()).origin,
    selling: app.host.commerce ? { keepsAccounts } : null,
    page: (path, language) => server.pathTo(app.host.adapters.urls.pageUrl(path, language, languages)),
  })

  async function list(request: ServiceRequest): Promise<Reply> {
    const { listPage } = await import('./page.js')
    const found = await app.catalogue.products(await optionsOf(app, request))
    return tagged(html(listPage(found, addressesOf(found.shop.languages, request)), 200, policy), request)
  }

  async function product(request: ServiceRequest): Promise<Reply> {
    const { missingPage, productPage } = await import('./page.js')
    const options = await optionsOf(app, request)
    try {
      const found = await app.catalogue.product(request.params.key ?? '', options)
      const keys = await labelsOf(app, found)
      const edited = request.query.values.get('configuration') ?? ''
      const configuration = /^[\w-]{32}$/.test(edited) ? edited : null
      const page = productPage(found, keys, addressesOf(found.shop.languages, request), configuration)
      return tagged(html(page, 200, policy), request)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      const { shop } = await app.catalogue.products(options)
      return html(missingPage(shop, addressesOf(shop.languages, request)), 404, policy)
    }
  }

  /** A page of the shopper's own; where the host leaves it to the service. */
  function own(path: string, page: ShopPage, isThere = app.host.commerce): Route {
    async function handle(request: ServiceRequest): Promise<Reply> {
      const { shopPage } = await import('./shop-pages.js')
      const { missingPage } = await import('./page.js')
      const { shop } = await app.catalogue.products({ ...(await optionsOf(app, request)), limit: 1 })
      const addresses = addressesOf(shop.languages, request)
      const here = path.replace(':token', encodeURIComponent(request.params['token'] ?? ''))
      return isThere
        ? html(shopPage(page, here, shop, addresses, request.params['token'] ?? null), 200, policy)
        : html(missingPage(shop, addresses), 404, policy)
    }
    return { method: 'GET', path, access: 'public', handle }
  }

  async function missing(request: ServiceRequest): Promise<Reply> {
    const { missingPage } = await import('./page.js')
    const { shop } = await app.catalogue.products({ ...(await optionsOf(app, request)), limit: 1 })
    return html(missingPage(shop, addressesOf(shop.languages, request)), 404, policy)
  }

  return [
    { method: 'GET', path: '/', access: 'public', handle: list },
    { method: 'GET', path: '/product/:key', access: 'public', handle: product },
    own('/cart', { title: 'cart', element: 'cart' }),
    own('/checkout', { title: 'checkout', element: 'checkout' }),
    own('/orders/:token', { title: 'order', element: 'order' }),
    own('/quotes/:token', { title: 'quote', element: 'quote' }),
    own('/account', { title: 'account', element: 'account' }),
    own('/account/password', { title: 'newPassword', element: 'new-password' }, keepsAccounts),
    { method: 'GET', path: '/page-not-found', access: 'public', missing: true, handle: missing },
    ...files.routes,
  ]
}
