// The files that pages load: under cacheable URLs that change with the content, and scripts also under stable URLs.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { App } from '#core/app.js'
import { NotFoundError } from '#core/foundation/errors.js'
import { type BundleFiles as Files, lasting, readBundle, versionOf } from '../http/bundle-files.js'
import { entityTag, isHeld } from '../http/entity-tag.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { content, empty, type Reply } from '../http/reply.js'
import { documentStyle } from './document-style.js'
import { focusStyle } from './focus.js'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Further scripts that external pages may embed. */
const components = ['account.js', 'advisor.js', 'cart.js', 'checkout.js', 'order.js', 'product-list.js', 'quote.js', 'summary.js']

/** Options of all file routes: the files contain no shopper data, and external pages may embed them. */
const open = { access: 'public', prefixed: false, embedded: true } as const

/** The scripts of question types, by file name. Throws if one cannot be read, because its questions would be invisible. */
async function typeScripts({ registry }: App): Promise<Files> {
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
async function twinScripts({ registry }: App): Promise<Files> {
  const scripts = [...registry.twinModules.values()].map(async ({ name, of, script }) => {
    const body = await readFile(script).catch((error: unknown) => {
      const owner = registry.twinModules.owner(name)
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
  readonly begin: string
  readonly routes: readonly Route[]
}

export async function storefrontFiles(app: App, server: ServerFacts): Promise<StorefrontFiles> {
  const scripts = await typeScripts(app)
  const files: Files = new Map([
    ...(await readBundle(new URL('./public/', import.meta.url), 'configurator.js', 'storefront')),
    ['storefront.css', Buffer.from(documentStyle + focusStyle)],
    ...scripts,
    ...(await twinScripts(app)),
  ])
  const version = versionOf(files)
  // External pages embed a stable URL, which imports the current version of the script.
  const gates: Files = new Map(
    ['configurator.js', ...components, ...scripts.keys()].map((name) => [name, Buffer.from(`import './${version}/${name}'\n`)]),
  )

  function missing({ path }: ServiceRequest): NotFoundError {
    return new NotFoundError(`There is no file '${path}' in the storefront.`)
  }

  function gate(request: ServiceRequest): Reply {
    const body = gates.get(request.params['name'] ?? '')
    if (!body) throw missing(request)
    const headers = { etag: entityTag(body), 'cache-control': 'no-cache' }
    return isHeld(headers.etag, request) ? empty(304, headers) : content(body, types['.js']!, headers)
  }

  function file(request: ServiceRequest): Reply {
    const { name = '' } = request.params
    const body = request.params['version'] === version ? files.get(name) : undefined
    if (!body) throw missing(request)
    return content(body, types[extname(name)]!, lasting)
  }

  return {
    types: [...scripts.keys()],
    path: (name) => server.pathTo(`/storefront/${version}/${name}`),
    begin: files.get('begin.js')!.toString().trim(),
    routes: [
      { method: 'GET', path: '/storefront/:name', ...open, handle: gate },
      { method: 'GET', path: '/storefront/:version/:name', ...open, handle: file },
    ],
  }
}
