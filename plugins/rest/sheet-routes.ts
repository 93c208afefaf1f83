// Routes of product sheets: read a product as YAML or JSON, and apply such a document.
import { findErrorLanguage } from '../http/error-language.js'
import { type App, createMessage, ValidationError } from '#core/contract.js'
import { requireEntity, requireScopes } from '#core/surface.js'
import { formatProductSheet, maxSheetLength, readProductSheet } from '../sheets/surface.js'
import { isUtf8 } from 'node:buffer'
import { createAuthenticationRequiredError } from '../http/bearer-token.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, createJsonReply, type Reply } from '../http/reply.js'
import { apiRoot } from './route-names.js'
import { readFlagParameters, rejectParameters, requireRecordId } from '../http/record-query.js'

export const sheetPath = '/product-sheets'

/** Accepted media types. A sheet is returned as the first one. */
export const sheetTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'application/json'] as const

/** Body limit in bytes for up to three sheets as JSON. */
const comparisonBodyLimit = 2 * maxSheetLength

const getBodyType = (request: ServiceRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()

function readSheetText(request: ServiceRequest): string {
  const type = getBodyType(request)
  if (type !== '' && !sheetTypes.some((mediaType) => mediaType === type)) {
    const message = createMessage('errors.sheetTypeRefused', { type: type.slice(0, 100), types: sheetTypes.join(', ') })
    throw ValidationError.of('Content-Type', message)
  }
  const bytes = Buffer.from(request.bytes)
  if (!isUtf8(bytes)) throw ValidationError.of('body', createMessage('errors.bodyNotUtf8'))
  const text = bytes.toString('utf8')
  if (text.trim() === '') throw ValidationError.of('body', createMessage('errors.sheetMissing'))
  return text
}

/** True if the client prefers JSON to YAML. */
function isJsonPreferred(request: ServiceRequest): boolean {
  const accept = (request.headers.accept ?? '').toLowerCase()
  return accept.includes('application/json') && !accept.includes('yaml')
}

export function createSheetRoutes(app: App, server: ServerInfo): readonly Route[] {
  const path = `${apiRoot}${sheetPath}`
  const findLanguage = (request: ServiceRequest): string => findErrorLanguage(request, app.context.registry) ?? 'en'
  /** Creates a route that compares product states by a read-only action. */
  const comparing = (name: string, action: string): Route => ({
    method: 'POST',
    path: `${path}/${name}`,
    access: 'bearer',
    body: 'fields',
    bodyLimit: comparisonBodyLimit,
    async handle(request): Promise<Reply> {
      const { caller } = request
      if (caller === null) throw createAuthenticationRequiredError()
      requireScopes(caller.grant, ['catalog:read'])
      rejectParameters(request)
      return createJsonReply({ data: await app.act(action, request.fields, { caller, language: findLanguage(request) }) })
    },
  })
  return [
    {
      method: 'GET',
      path: `${path}/:id`,
      access: 'bearer',
      async handle(request): Promise<Reply> {
        if (request.caller === null) throw createAuthenticationRequiredError()
        requireScopes(request.caller.grant, ['catalog:read'])
        const id = requireRecordId(requireEntity(app.context.registry, 'product'), request)
        rejectParameters(request)
        const work = app.shop.createContext({})
        if (isJsonPreferred(request)) return createJsonReply(await readProductSheet(work, id))
        return createReply(await formatProductSheet(work, id), `${sheetTypes[0]}; charset=utf-8`)
      },
    },
    comparing('diff', 'diff-products'),
    comparing('merge', 'merge-products'),
    {
      method: 'POST',
      path,
      access: 'bearer',
      body: 'bytes',
      bodyLimit: maxSheetLength,
      async handle(request): Promise<Reply> {
        const { caller } = request
        if (caller === null) throw createAuthenticationRequiredError()
        requireScopes(caller.grant, ['catalog:write'])
        const flags = readFlagParameters(request, ['dry_run', 'prune'], ['product_id'])
        const input = { sheet: readSheetText(request), ...flags }
        const report = (await app.act('apply-product-sheet', input, { caller, language: findLanguage(request) })) as {
          readonly product_id: number
          readonly counts: { readonly created: Readonly<Record<string, number>> }
        }
        if (flags['dry_run'] === true || report.counts.created['product'] === undefined) return createJsonReply({ data: report })
        return createJsonReply({ data: report }, 201, { location: server.pathTo(`${path}/${report.product_id}`, request) })
      },
    },
  ]
}
