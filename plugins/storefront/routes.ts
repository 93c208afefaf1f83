// The routes of the storefront. Pages run no inline script except the one their policy allows, and load nothing from other hosts.
import { type App, NotFoundError, ServiceContext, type ServiceError, ValidationError } from '#core/contract.js'
import {
  type CatalogueOptions,
  isAliveConfiguration,
  isToken,
  type ProductReply,
  type ShopView,
  toStoredConfiguration,
  entities,
} from '#core/surface.js'
import { createInstallationRateLimit } from '../http/rate-limit.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createPictureReply, createHtmlReply, createRedirect, type Reply, type TextReply } from '../http/reply.js'
import { pagePolicy, createPagePolicy } from '../http/markup.js'
import type { PageUrls } from './page-frame.js'
import { createStorefrontFiles } from './files.js'
import { productsPerPage, toProductPath } from './product-results.js'
import type { RejectedReview } from './product-page-parts.js'
import type { ShopPage } from './public-pages.js'
import { createRobotsReply, createSitemapFile, createSitemapIndex } from './sitemap.js'
import { createTaggedReply } from '../http/entity-tag.js'

/** Per client address. */
const reviewsPerHour = 10

/** Language: from the query, else the URL prefix, else unset for the store default. Currency: from the query; links preserve it. */
async function readCatalogueOptions(app: App, request: ServiceRequest): Promise<CatalogueOptions> {
  const language = request.query.values.get('language') ?? request.language ?? undefined
  const shopper = await app.host.adapters.identity.shopper(app, request.headers)
  const currency = request.query.values.get('currency')
  return { shopper, ...(language !== undefined && { language }), ...(currency && { currency }) }
}

/** The product's labels, which are its path segment in each language. */
async function loadLabels(app: App, { shop, product }: ProductReply): Promise<ReadonlyMap<string, string>> {
  const labels = shop.languages.map(async (language) => {
    const { label } = language === shop.language ? product : (await app.shop.catalogue.product(product.id, { language })).product
    return [language, label || String(product.id)] as const
  })
  return new Map(await Promise.all(labels))
}

/** State of the configuration in the URL: `in_cart` is edited, not bought again. null if unknown, expired, or of another product. */
async function loadConfigurationState({ context }: App, product: number, token: string): Promise<string | null> {
  const work = await new ServiceContext(context).at()
  const [row] = isToken(token) ? await work.list(entities.configuration, { column: 'token', values: [token] }) : []
  return row?.values.product_id === product && isAliveConfiguration(toStoredConfiguration(row), work) ? row.values.state : null
}

/** The request without the query that was rejected. A rejected configuration stays as an unknown one, so the page reports it. */
function removeRejectedQuery(request: ServiceRequest, error: ServiceError): ServiceRequest {
  const isConfiguration = error instanceof ValidationError && error.issues.some(({ field }) => field === 'configuration')
  const values = new Map(isConfiguration ? [['configuration', 'rejected']] : [])
  const { 'if-none-match': _tag, ...headers } = request.headers
  const query = { values, filters: new Map() }
  return Object.create(request, { query: { value: query }, headers: { value: headers } }) as ServiceRequest
}

/** The route of a page. An address with a rejected query shows the page without that query. */
function definePageRoute(path: string, handle: (request: ServiceRequest) => Promise<Reply>): Route {
  const renderRejection = (request: ServiceRequest, error: ServiceError): Promise<Reply> =>
    handle(removeRejectedQuery(request, error))
  return { method: 'GET', path, access: 'public', handle, renderRejection }
}

export async function storefrontRoutes(app: App, server: ServerInfo): Promise<readonly Route[]> {
  const files = await createStorefrontFiles(app, server)
  const reviewLimit = createInstallationRateLimit(app.context, 'reviews', reviewsPerHour, 3_600)
  const productPolicy = createPagePolicy(files.inlineScript)
  const hasAccounts = app.host.adapters.identity.keepsAccounts === true
  const hasDocuments = app.context.registry.verbs.has('print-order')
  const hasAdvisor = async (): Promise<boolean> => {
    if (!app.context.registry.verbs.has('read-advisor')) return false
    const { getAdvisorSetup } = await import('../advisor/surface.js')
    return getAdvisorSetup(app.context, (await new ServiceContext(app.context).at()).versionedSnapshot) !== null
  }
  async function addressesOf({ language, languages }: ShopView, request: ServiceRequest): Promise<PageUrls> {
    const site = await app.shop.catalogue.frame({ language })
    return {
      site,
      scripts: [...files.types, 'configurator.js'].map(files.path),
      file: files.path,
      inlineScript: files.inlineScript,
      style: files.stylePath(site.theme),
      runtimeApi: server.pathTo('/svc-api/runtime/v1', request),
      picture: (name) => server.pathTo(`/pictures/${encodeURIComponent(name)}`),
      origin: new URL(server.baseUrl()).origin,
      showsCalls: app.config.demo,
      isDemo: app.config.demo,
      hasAdvisor: await hasAdvisor(),
      selling: app.host.commerce ? { keepsAccounts: hasAccounts, hasDocuments } : null,
      page: (path, language) => server.pathTo(app.host.adapters.urls.pageUrl(path, language, languages)),
      currency: request.query.values.get('currency') || null,
    }
  }

  async function home(request: ServiceRequest): Promise<Reply> {
    const { renderHomePage } = await import('./public-pages.js')
    const options = await readCatalogueOptions(app, request)
    const [productList, lists] = await Promise.all([
      app.shop.catalogue.products({ ...options, limit: productsPerPage }),
      app.shop.catalogue.lists(options),
    ])
    return createTaggedReply(
      createHtmlReply(renderHomePage(productList, lists, await addressesOf(productList.shop, request)), 200, pagePolicy),
      request,
    )
  }

  async function nothing(options: CatalogueOptions, request: ServiceRequest): Promise<Reply> {
    const { renderMissingPage } = await import('./public-pages.js')
    const { shop } = await app.shop.catalogue.products({ ...options, limit: 1 })
    return createHtmlReply(renderMissingPage(shop, await addressesOf(shop, request)), 404, pagePolicy)
  }

  /** The page, or the 404 page if the record does not exist. */
  async function renderOrMissing(request: ServiceRequest, draw: (options: CatalogueOptions) => Promise<Reply>): Promise<Reply> {
    const options = await readCatalogueOptions(app, request)
    try {
      return await draw(options)
    } catch (error) {
      if (error instanceof NotFoundError) return nothing(options, request)
      throw error
    }
  }

  const list = (request: ServiceRequest): Promise<Reply> =>
    renderOrMissing(request, async (options) => {
      const { renderListPage } = await import('./public-pages.js')
      const { readProductFilter, toCatalogueFilter } = await import('./product-results.js')
      const filter = readProductFilter(request.query.values)
      const reply = await app.shop.catalogue.list(request.params.key ?? '', { ...options, ...toCatalogueFilter(filter) })
      const { lists } = await app.shop.catalogue.addresses(0, 0)
      const keys = lists.find(({ id }) => id === reply.list.id)?.labels ?? new Map<string, string>()
      return createTaggedReply(
        createHtmlReply(
          renderListPage(reply, keys, { ...filter, query: '' }, await addressesOf(reply.shop, request)),
          200,
          pagePolicy,
        ),
        request,
      )
    })

  async function search(request: ServiceRequest): Promise<Reply> {
    const { renderSearchPage } = await import('./public-pages.js')
    const { readProductFilter, toCatalogueFilter } = await import('./product-results.js')
    const filter = readProductFilter(request.query.values)
    const options = await readCatalogueOptions(app, request)
    const reply = await app.shop.catalogue.search({ ...options, ...toCatalogueFilter(filter), query: filter.query })
    return createHtmlReply(renderSearchPage(reply, filter, await addressesOf(reply.shop, request)), 200, pagePolicy)
  }

  const contentPage = (request: ServiceRequest): Promise<Reply> =>
    renderOrMissing(request, async (options) => {
      const { renderContentPage } = await import('./public-pages.js')
      const reply = await app.shop.catalogue.contentPage(request.params.key ?? '', options)
      const html = renderContentPage(reply, await addressesOf(reply.shop, request))
      return createTaggedReply(createHtmlReply(html, 200, pagePolicy), request)
    })

  async function drawProduct(
    request: ServiceRequest,
    options: CatalogueOptions,
    rejectedReview: RejectedReview | null,
  ): Promise<TextReply> {
    const { renderProductPage } = await import('./public-pages.js')
    const reply = await app.shop.catalogue.product(request.params.key ?? '', options)
    const { id } = reply.product
    const [keys, reviews, { products: related }] = await Promise.all([
      loadLabels(app, reply),
      app.shop.catalogue.reviews(id),
      app.shop.catalogue.related(id, options),
    ])
    const configurationToken = request.query.values.get('configuration') ?? ''
    const state = configurationToken === '' ? null : await loadConfigurationState(app, id, configurationToken)
    const addresses = await addressesOf(reply.shop, request)
    const isReviewed = request.query.values.get('reviewed') !== undefined && rejectedReview === null
    const action = addresses.page(`/product/${id}/reviews`, reply.shop.language)
    const section = reviews && { found: reviews, action, taken: isReviewed, sent: rejectedReview }
    const pageState = {
      configuration: state === null ? null : configurationToken,
      isEdited: state === 'in_cart',
      isUnknown: state === null && configurationToken !== '',
    }
    const page = renderProductPage({ reply, related, keys, reviews: section, ...pageState }, addresses)
    return createHtmlReply(page, rejectedReview === null ? 200 : 422, productPolicy)
  }

  const product = (request: ServiceRequest): Promise<Reply> =>
    renderOrMissing(request, async (options) => createTaggedReply(await drawProduct(request, options, null), request))

  /** Handles the review form: redirects to the product page, or shows the page again with the rejected fields. */
  const review = (request: ServiceRequest): Promise<Reply> =>
    renderOrMissing(request, async (options) => {
      const { shop, product: view } = await app.shop.catalogue.product(request.params.key ?? '', options)
      const { fields } = request
      try {
        await app.shop.catalogue.review(view.id, fields, shop.language)
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error
        return drawProduct(request, options, { fields, issues: error.issues })
      }
      const path = (await addressesOf(shop, request)).page(toProductPath(view), shop.language)
      return createRedirect(`${path}?reviewed=1#reviews`)
    })

  /** The product page again, for a review rejected before or independent of its fields. */
  const reviewRejected = (request: ServiceRequest, { code }: ServiceError): Promise<Reply> =>
    renderOrMissing(request, async (options) => {
      const reason = code === 'ORIGIN_NOT_ALLOWED' || code === 'TOO_MANY_REQUESTS' ? code : 'other'
      return drawProduct(request, options, { fields: request.fields, issues: [], reason })
    })

  /** A shopper's private page. Responds with 404 if `isThere` is false; by default, if the host handles sales itself. */
  function own(path: string, page: ShopPage, isThere = async (): Promise<boolean> => app.host.commerce): Route {
    async function handle(request: ServiceRequest): Promise<Reply> {
      const { renderShopPage } = await import('./public-pages.js')
      const { renderMissingPage } = await import('./public-pages.js')
      const { shop } = await app.shop.catalogue.products({ ...(await readCatalogueOptions(app, request)), limit: 1 })
      const addresses = await addressesOf(shop, request)
      const here = path.replace(':token', encodeURIComponent(request.params['token'] ?? ''))
      return (await isThere())
        ? createHtmlReply(renderShopPage(page, here, shop, addresses, request.params['token'] ?? null), 200, pagePolicy)
        : createHtmlReply(renderMissingPage(shop, addresses), 404, pagePolicy)
    }
    return definePageRoute(path, handle)
  }

  const missing = async (request: ServiceRequest): Promise<Reply> => nothing(await readCatalogueOptions(app, request), request)

  const sitemap = (file: string): string => new URL(server.baseUrl()).origin + server.pathTo(`/sitemap${file}.xml`)
  const forMachines = { method: 'GET', access: 'public', prefixed: false } as const

  return [
    definePageRoute('/', home),
    definePageRoute('/list/:key', list),
    definePageRoute('/search', search),
    definePageRoute('/page/:key', contentPage),
    definePageRoute('/product/:key', product),
    {
      method: 'POST',
      path: '/product/:key/reviews',
      access: 'public',
      body: 'fields',
      multipart: false,
      ownOrigin: true,
      renderRejection: reviewRejected,
      checkLimits: ({ address }) => reviewLimit.countRequest(address),
      handle: review,
    },
    {
      ...forMachines,
      path: '/robots.txt',
      handle: async (request) => {
        const { shop } = await app.shop.catalogue.products({ limit: 1 })
        return createRobotsReply(sitemap(''), await addressesOf(shop, request), shop.languages)
      },
    },
    {
      ...forMachines,
      path: '/pictures/:name',
      handle: async ({ params }) => createPictureReply(await app.shop.catalogue.shopPicture(params.name ?? '')),
    },
    { ...forMachines, path: '/sitemap.xml', handle: () => createSitemapIndex(app, (file) => sitemap(`/${file}`)) },
    {
      ...forMachines,
      path: '/sitemap/:file',
      handle: async (request) => {
        const { shop } = await app.shop.catalogue.products({ limit: 1 })
        return createSitemapFile(app, await addressesOf(shop, request), request)
      },
    },
    own('/cart', { title: 'cart', element: 'cart' }),
    own('/checkout', { title: 'checkout', element: 'checkout' }),
    own('/orders/:token', { title: 'order', element: 'order' }),
    own('/quotes/:token', { title: 'quote', element: 'quote' }),
    own('/account', { title: 'account', element: 'account' }),
    own('/account/designs', { title: 'designs', element: 'designs' }),
    own('/account/password', { title: 'newPassword', element: 'new-password' }, async () => hasAccounts),
    own('/advisor', { title: 'advisor', element: 'advisor' }, hasAdvisor),
    { ...definePageRoute('/page-not-found', missing), isNotFoundPage: true },
    ...files.routes,
  ]
}
