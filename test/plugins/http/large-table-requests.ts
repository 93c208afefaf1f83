// Requests that process a price table of the maximum size: each place that stores, reads, copies or compiles one.
import { randomUUID } from 'node:crypto'
import { matrixLimits } from '#core/engine/calculation/matrix.js'
import { runtimeBase } from '../../../plugins/runtime/verb-route.js'
import type { Attack, AttackBody } from './adversary.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import type { ListeningApp } from '../../support/test-app.js'

type Headers = Readonly<Record<string, string>>

const json = { 'content-type': 'application/json' }

export interface Target {
  readonly name: string
  readonly attacks: readonly Attack[]
}

interface Access {
  readonly app: ListeningApp
  readonly bearer: Headers
  readonly adminHeaders: Headers
}

interface LargeProduct {
  readonly product: number
  readonly table: number
  readonly tableCalculation: number
  readonly width: number
  readonly height: number
}

/** A product with a price table of the maximum size. */
async function authorLargeTable(app: ListeningApp): Promise<LargeProduct> {
  const author = createCatalogAuthor(app)
  const product = await author.product('Large blind', { published: true })
  const page = await author.page(product, 'Size')
  const fields = { validate: true, input_restriction: 'integer' }
  const width = await author.question(page, 'Width', 'Textbox', fields)
  const height = await author.question(page, 'Height', 'Textbox', fields)
  const cells = Array.from({ length: matrixLimits.cells }, (_, at) => ({
    row: at % 250,
    column: Math.floor(at / 250),
    value: '1.50',
  }))
  const axes = { row_question_id: height, column_question_id: width, lookup: 'nextHigher' }
  const tableCalculation = await author.calculation(product, 'Prices', 'matrix', { ...axes, cells })
  await author.write('question', { calcmodel: tableCalculation }, width)
  const { records } = await app.records.list('calculation-matrix', {
    filters: new Map([['calculation_id', tableCalculation]]),
    limit: 1,
  })
  return { product, table: Number(records[0]!['id']), tableCalculation, width, height }
}

const readingAttack = (path: string, headers: Headers): Attack => ({
  method: 'GET',
  path,
  headers,
  body: { kind: 'none', size: 0 },
})
const writingAttack = (method: string, path: string, body: AttackBody, headers: Headers): Attack => ({
  method,
  path,
  headers: { ...json, ...headers },
  body,
})
const jsonAttack = (method: string, path: string, value: object, headers: Headers): Attack =>
  writingAttack(method, path, { kind: 'json', value, size: 0 }, headers)

/** Authors the table. The requests can be repeated. */
export async function createLargeTableTargets({ app, bearer, adminHeaders }: Access): Promise<readonly Target[]> {
  const actionAttack = (action: string, input: object): Target => ({
    name: `action ${action}`,
    attacks: [jsonAttack('POST', `/svc-admin/api/actions/${action}`, input, adminHeaders)],
  })
  const toolAttack = (name: string, input: object): Target => {
    const version = '2026-07-28'
    const protocol = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} }
    const params = { name, arguments: input, _meta: protocol }
    const headers = { ...bearer, accept: 'application/json, text/event-stream', 'mcp-protocol-version': version }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return {
      name: `tool ${name}`,
      attacks: [jsonAttack('POST', '/svc-api/mcp', call, { ...headers, 'mcp-method': 'tools/call', 'mcp-name': name })],
    }
  }
  const { product, table, tableCalculation, width, height } = await authorLargeTable(app)
  const own = { origin: app.url }
  const pack = `${randomUUID()}.zip`
  const sheetPath = `/svc-api/v1/product-sheets/${product}`
  const adminRecord = `/svc-admin/api/records/calculation-matrix/${table}`
  const restRecord = `/svc-api/v1/calculation-matrix/${table}`
  const runtimeRoot = `${runtimeBase}/configurations`
  const open = (await app.shop.configurations.start({ product_id: product })).configuration
  const selections = [
    { question_id: width, value: '30' },
    { question_id: height, value: '40' },
  ]
  const forms = [1, 2].map((seed): AttackBody => ({ kind: 'table', fields: {}, cells: matrixLimits.cells, seed, size: 0 }))
  const compiled = [1, 2].flatMap((baseprice): readonly Attack[] => [
    // The change makes the next request compile the product again.
    jsonAttack('PATCH', `/svc-api/v1/product/${product}`, { baseprice }, bearer),
    jsonAttack('POST', runtimeRoot, { product_id: product }, own),
  ])
  return [
    { name: 'admin patch', attacks: forms.map((body) => writingAttack('PATCH', adminRecord, body, adminHeaders)) },
    { name: 'admin read', attacks: [readingAttack(adminRecord, adminHeaders)] },
    { name: 'read', attacks: [readingAttack(restRecord, bearer)] },
    {
      name: 'patch',
      attacks: ['nextLower', 'nextHigher'].map((lookup) => jsonAttack('PATCH', restRecord, { lookup }, bearer)),
    },
    { name: 'list', attacks: [readingAttack('/svc-api/v1/calculation-matrix', bearer)] },
    {
      name: 'sheet',
      attacks: [readingAttack(sheetPath, bearer), readingAttack(sheetPath, { ...bearer, accept: 'application/json' })],
    },
    { name: 'start', attacks: compiled },
    {
      name: 'selection',
      attacks: [
        jsonAttack('PATCH', `${runtimeRoot}/${open}`, { selections }, own),
        readingAttack(`${runtimeRoot}/${open}`, own),
        readingAttack(`${runtimeRoot}/${open}/program`, own),
      ],
    },
    actionAttack('copy-record', { entity: 'product', id: product }),
    actionAttack('get-calculation', { calculation_id: tableCalculation }),
    actionAttack('describe-calculations', { product_id: product }),
    actionAttack('prove-product', { product_id: product }),
    actionAttack('export-product', { product_ids: [product], out: pack }),
    actionAttack('check-product-package', { path: pack }),
    actionAttack('import-product-package', { path: pack, mode: 'exact', acknowledge_warnings: true }),
    actionAttack('diff-products', { from: String(product), to: pack }),
    toolAttack('svc_get_entity', { entity: 'calculation-matrix', id: table }),
    toolAttack('svc_get_calculation', { calculation_id: tableCalculation }),
    toolAttack('svc_get_product_sheet', { product_id: product }),
  ]
}
