// The files that pages load: under cacheable URLs that change with the content, and scripts also under stable URLs.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type App, NotFoundError } from '#core/contract.js'
import { type BundleFiles as Files, immutableHeaders, readBundle, computeBundleVersion } from '../http/bundle-files.js'
import { createEntityTag, hasMatchingEntityTag } from '../http/entity-tag.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, createEmptyReply, type Reply } from '../http/reply.js'
import { documentStyle } from './document-style.js'
import { focalPointStyle } from './focal-point.js'

const scriptContentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
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
  /** The script that is inlined in a product page. */
  readonly inlineScript: string
  readonly routes: readonly Route[]
}

export async function createStorefrontFiles(app: App, server: ServerInfo): Promise<StorefrontFiles> {
  const scripts = await loadTypeScripts(app)
  const files: Files = new Map([
    ...(await readBundle(new URL('./public/', import.meta.url), 'configurator.js', 'storefront')),
    ['storefront.css', Buffer.from(documentStyle + focalPointStyle)],
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

  function missing({ path }: ServiceRequest): NotFoundError {
    return new NotFoundError(`There is no file '${path}' in the storefront.`)
  }

  function gate(request: ServiceRequest): Reply {
    const body = gates.get(request.params['name'] ?? '')
    if (!body) throw missing(request)
    const headers = { etag: createEntityTag(body), 'cache-control': 'no-cache' }
    return hasMatchingEntityTag(headers.etag, request)
      ? createEmptyReply(304, headers)
      : createReply(body, scriptContentTypes['.js']!, headers)
  }

  function file(request: ServiceRequest): Reply {
    const { name = '' } = request.params
    const body = request.params['version'] === version ? files.get(name) : undefined
    if (!body) throw missing(request)
    return createReply(body, scriptContentTypes[extname(name)]!, immutableHeaders)
  }

  return {
    types: [...scripts.keys()],
    path: (name) => server.pathTo(`/storefront/${version}/${name}`),
    inlineScript: files.get('begin.js')!.toString().trim(),
    routes: [
      { method: 'GET', path: '/storefront/:name', ...fileRouteOptions, handle: gate },
      { method: 'GET', path: '/storefront/:version/:name', ...fileRouteOptions, handle: file },
    ],
  }
}
