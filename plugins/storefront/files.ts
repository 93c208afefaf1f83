// The files that pages load: under cacheable URLs that change with the content, and scripts also under stable URLs.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type App, createLruCache, NotFoundError, sha256 } from '#core/contract.js'
import type { Theme } from '#core/surface.js'
import { type BundleFiles as Files, immutableHeaders, readBundle, computeBundleVersion } from '../http/bundle-files.js'
import { createEntityTag, hasMatchingEntityTag } from '../http/entity-tag.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, createEmptyReply, type Reply } from '../http/reply.js'
import { documentStyle } from './document-style.js'
import { elementStyle } from './element-style.js'
import { focalPointStyle } from './focal-point.js'
import { frameStyle } from './frame-style.js'
import { fontFiles, renderThemeStyle } from './theme-style.js'

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Further scripts that external pages may embed. */
const componentScripts = [
  'account.js',
  'advisor.js',
  'cart.js',
  'checkout.js',
  'order.js',
  'product-list.js',
  'quote.js',
  'summary.js',
]

/** Options of all file routes: the files contain no shopper data, and external pages may embed them. */
const fileRouteOptions = { access: 'public', prefixed: false, embedded: true } as const

/** The scripts of question types, by file name. Throws if one cannot be read, because its questions would be invisible. */
async function loadTypeScripts({ context: { registry } }: App): Promise<Files> {
  const scripts = [...registry.storefrontModules.values()].map(async ({ name, script }) => {
    const body = await readFile(script).catch((error: unknown) => {
      const owner = registry.storefrontModules.owner(name)
      throw new Error(`The script of the question type '${name}' of '${owner}' cannot be read.`, { cause: error })
    })
    return [`type-${name}.js`, body] as const
  })
  return new Map(await Promise.all(scripts))
}

/** The scripts of plugins for the client engine, by file name. Throws if one cannot be read. */
async function loadPluginScripts({ context: { registry } }: App): Promise<Files> {
  const scripts = [...registry.clientModules.values()].map(async ({ name, of, script }) => {
    const body = await readFile(script).catch((error: unknown) => {
      const owner = registry.clientModules.owner(name)
      throw new Error(`The browser code of '${name}' of '${owner}' cannot be read.`, { cause: error })
    })
    return [`twin-${of}-${name}.js`, body] as const
  })
  return new Map(await Promise.all(scripts))
}

export interface StorefrontFiles {
  /** The names of the scripts of question types. */
  readonly types: readonly string[]
  /** The path of a file as clients request it. */
  path(name: string): string
  /** The path of the style sheet with a theme. */
  stylePath(theme: Theme): string
  /** The script that is inlined in a product page. */
  readonly inlineScript: string
  readonly routes: readonly Route[]
}

const publicFolder = new URL('./public/', import.meta.url)

async function loadFonts(): Promise<Files> {
  return new Map(await Promise.all(fontFiles.map(async (name) => [name, await readFile(new URL(name, publicFolder))] as const)))
}

const toStyleName = (style: string): string => `theme-${sha256(style).slice(0, 16)}.css`

export async function createStorefrontFiles(app: App, server: ServerInfo): Promise<StorefrontFiles> {
  const scripts = await loadTypeScripts(app)
  const pageStyle = documentStyle + frameStyle + elementStyle + focalPointStyle
  const fonts = await loadFonts()
  const files: Files = new Map([
    ...(await readBundle(publicFolder, 'configurator.js', 'storefront')),
    ...fonts,
    ['storefront.css', Buffer.from(pageStyle)],
    ...scripts,
    ...(await loadPluginScripts(app)),
  ])
  const version = computeBundleVersion(files)
  // External pages embed a stable URL, which imports the current version of the script.
  const gates: Files = new Map(
    ['configurator.js', ...componentScripts, ...scripts.keys()].map((name) => [
      name,
      Buffer.from(`import './${version}/${name}'\n`),
    ]),
  )
  /** The style sheets of recent themes, by file name. */
  const themeStyles = createLruCache<string, Buffer>(20)

  /** The file name of the style sheet of a theme. */
  function prepareStyle(theme: Theme): string {
    const style = renderThemeStyle(theme)
    if (style === '') return 'storefront.css'
    const name = toStyleName(style)
    if (themeStyles.get(name) === undefined) themeStyles.set(name, Buffer.from(pageStyle + style))
    return name
  }

  /** Another process may have rendered the page, so this one may not know the style sheet yet. */
  async function findThemeStyle(name: string): Promise<Buffer | undefined> {
    const known = themeStyles.get(name)
    if (known !== undefined || !/^theme-[0-9a-f]{16}\.css$/.test(name)) return known
    prepareStyle((await app.shop.catalogue.frame()).theme)
    return themeStyles.get(name)
  }

  function missing({ path }: ServiceRequest): NotFoundError {
    return new NotFoundError(`There is no file '${path}' in the storefront.`)
  }

  function gate(request: ServiceRequest): Reply {
    const { name = '' } = request.params
    const body = gates.get(name) ?? fonts.get(name)
    if (!body) throw missing(request)
    const headers = { etag: createEntityTag(body), 'cache-control': 'no-cache' }
    return hasMatchingEntityTag(headers.etag, request)
      ? createEmptyReply(304, headers)
      : createReply(body, contentTypes[extname(name)]!, headers)
  }

  async function file(request: ServiceRequest): Promise<Reply> {
    const { name = '' } = request.params
    const body = request.params['version'] === version ? (files.get(name) ?? (await findThemeStyle(name))) : undefined
    if (!body) throw missing(request)
    return createReply(body, contentTypes[extname(name)]!, immutableHeaders)
  }

  const toPath = (name: string): string => server.pathTo(`/storefront/${version}/${name}`)
  return {
    types: [...scripts.keys()],
    path: toPath,
    stylePath: (theme) => toPath(prepareStyle(theme)),
    inlineScript: files.get('begin.js')!.toString().trim(),
    routes: [
      { method: 'GET', path: '/storefront/:name', ...fileRouteOptions, handle: gate },
      { method: 'GET', path: '/storefront/:version/:name', ...fileRouteOptions, handle: file },
    ],
  }
}
