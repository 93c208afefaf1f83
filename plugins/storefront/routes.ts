// The addresses of the storefront. Pages run no inline script and load nothing from elsewhere; their texts come with the first.
import { readFile } from 'node:fs/promises'
import type { App } from '#core/app.js'
import type { CatalogueOptions, ProductReply } from '#core/shop/catalogue/define.js'
import { digestOf } from '#core/ground/digest.js'
import { NotFoundError } from '#core/ground/errors.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { content, html, type Reply } from '../http/reply.js'
import type { Addresses } from './page.js'
import { documentStyle } from './document-style.js'

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

interface Asset {
  readonly body: Uint8Array
  readonly type: string
  readonly version: string
}

function asset(body: string | Uint8Array, type: string): Asset {
  return { body: Buffer.from(body), type, version: digestOf(body).slice(0, 16) }
}

/** The scripts of question types, by file name. Throws where one cannot be read: nobody would see the question otherwise. */
async function typeScripts({ registry }: App): Promise<readonly (readonly [string, Asset])[]> {
  const scripts = [...registry.storefrontModules.values()].map(async ({ name, script }) => {
    const body = await readFile(script).catch((error: unknown) => {
      const owner = registry.storefrontModules.owner(name)
      throw new Error(`The script of the question type '${name}' of '${owner}' cannot be read.`, { cause: error })
    })
    return [`type-${name}.js`, asset(body, 'text/javascript; charset=utf-8')] as const
  })
  return Promise.all(scripts)
}

async function assets(types: readonly (readonly [string, Asset])[]): Promise<ReadonlyMap<string, Asset>> {
  const scripts = ['configurator.js', 'new-password.js'].map(async (name) => {
    const script = await readFile(new URL(`./public/${name}`, import.meta.url)).catch((error: unknown) => {
      throw new Error("The storefront's scripts have not been bundled. Run 'npm run build'.", { cause: error })
    })
    return [name, asset(script, 'text/javascript; charset=utf-8')] as const
  })
  return new Map([...(await Promise.all(scripts)), ['storefront.css', asset(documentStyle, 'text/css; charset=utf-8')], ...types])
}

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
  const types = await typeScripts(app)
  const files = await assets(types)
  const assetPath = (name: string): string => server.pathTo(`/storefront/${name}?v=${files.get(name)!.version}`)
  const addressesOf = (languages: readonly string[], request: ServiceRequest): Addresses => ({
    scripts: [...types.map(([name]) => assetPath(name)), assetPath('configurator.js')],
    passwordScript: assetPath('new-password.js'),
    style: assetPath('storefront.css'),
    runtimeApi: server.pathTo('/svc-api/runtime/v1', request),
    origin: new URL(server.baseUrl()).origin,
    page: (path, language) => server.pathTo(app.host.adapters.urls.pageUrl(path, language, languages)),
  })

  async function list(request: ServiceRequest): Promise<Reply> {
    const { listPage } = await import('./page.js')
    const found = await app.catalogue.products(await optionsOf(app, request))
    return html(listPage(found, addressesOf(found.shop.languages, request)), 200, policy)
  }

  async function product(request: ServiceRequest): Promise<Reply> {
    const { missingPage, productPage } = await import('./page.js')
    const options = await optionsOf(app, request)
    try {
      const found = await app.catalogue.product(request.params.key ?? '', options)
      const keys = await labelsOf(app, found)
      return html(productPage(found, keys, addressesOf(found.shop.languages, request)), 200, policy)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      const { shop } = await app.catalogue.products(options)
      return html(missingPage(shop, addressesOf(shop.languages, request)), 404, policy)
    }
  }

  /** Only where the service keeps the accounts itself; elsewhere there is no such page. */
  async function password(request: ServiceRequest): Promise<Reply> {
    const { missingPage, passwordPage } = await import('./page.js')
    const { shop } = await app.catalogue.products(await optionsOf(app, request))
    const addresses = addressesOf(shop.languages, request)
    const keeps = app.host.adapters.identity.keepsAccounts === true
    return keeps ? html(passwordPage(shop, addresses), 200, policy) : html(missingPage(shop, addresses), 404, policy)
  }

  async function missing(request: ServiceRequest): Promise<Reply> {
    const { missingPage } = await import('./page.js')
    const { shop } = await app.catalogue.products({ ...(await optionsOf(app, request)), limit: 1 })
    return html(missingPage(shop, addressesOf(shop.languages, request)), 404, policy)
  }

  function file(request: ServiceRequest): Reply {
    const found = files.get(request.params.name ?? '')
    if (!found) throw new NotFoundError(`There is no file '${request.params.name ?? ''}' in the storefront.`)
    return content(found.body, found.type, { 'cache-control': 'public, max-age=31536000, immutable' })
  }

  return [
    { method: 'GET', path: '/', access: 'public', handle: list },
    { method: 'GET', path: '/product/:key', access: 'public', handle: product },
    { method: 'GET', path: '/account/password', access: 'public', handle: password },
    { method: 'GET', path: '/page-not-found', access: 'public', missing: true, handle: missing },
    { method: 'GET', path: '/storefront/:name', access: 'public', prefixed: false, handle: file },
  ]
}
