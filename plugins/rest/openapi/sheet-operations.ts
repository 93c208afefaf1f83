// The operations of product sheets in the document: reading a product as one, and applying one.
import { sheetReportSchema } from '#core/transfer/sheet/report.js'
import { sheetPath, sheetTypes } from '../sheets.js'
import type { SchemaShelf } from './components.js'
import { parameterReference } from './parameters.js'
import { failures } from './responses.js'

const yaml = { schema: { type: 'string' }, example: 'sheet: 1\nproduct: lamp\ntitle: Lamp\ntax_class_id: Standard\n' }
const json = {
  schema: { type: 'object', additionalProperties: true },
  example: { sheet: 1, product: 'lamp', title: 'Lamp', tax_class_id: 'Standard' },
}

const exampleReport = {
  data: {
    product_id: 12,
    product: 'lamp',
    counts: { created: { product: 1 }, changed: {}, deleted: {} },
    created: [{ entity: 'product', id: 12, key: 'lamp' }],
    changed: [],
    deleted: [],
  },
}

function flag(name: string, description: string): object {
  return { name, in: 'query', description, schema: { type: 'string', enum: ['0', '1'], default: '0' } }
}

/** The two paths of sheets. */
export function sheetPaths(schemas: SchemaShelf): Readonly<Record<string, object>> {
  const report = schemas.add('SheetReport', sheetReportSchema)
  const content = {
    'application/json': {
      schema: { type: 'object', properties: { data: report }, required: ['data'] },
      example: exampleReport,
    },
  }
  return {
    [`${sheetPath}/{id}`]: {
      parameters: [parameterReference('id')],
      get: {
        operationId: 'readProductSheet',
        summary: 'Read a product as a sheet',
        description: 'YAML, or JSON where `Accept` asks for it. Needs `catalog:read`.',
        tags: ['catalog'],
        responses: {
          200: { description: 'The sheet.', content: { [sheetTypes[0]]: yaml, 'application/json': json } },
          ...failures('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
        },
      },
    },
    [sheetPath]: {
      post: {
        operationId: 'applyProductSheet',
        summary: 'Make a product what a sheet says',
        description:
          'All of it or nothing; the product with its key, or a new one. Needs `catalog:write`, for code `code:write` too.',
        tags: ['catalog'],
        parameters: [
          flag('dry_run', '1: answers the plan and changes nothing.'),
          flag('prune', '1: parts that the sheet does not name are deleted, and such fields start anew.'),
          {
            name: 'product_id',
            in: 'query',
            description: "The product that becomes so; that with the sheet's key if left out.",
            schema: { type: 'integer', minimum: 1 },
          },
        ],
        requestBody: {
          required: true,
          content: Object.fromEntries(sheetTypes.map((type) => [type, type.endsWith('json') ? json : yaml])),
        },
        responses: {
          200: { description: 'What was done, or would be.', content },
          201: { description: 'A product was made.', content },
          ...failures('Unauthenticated', 'Forbidden', 'NotFound', 'TooLarge', 'Invalid', 'Broken'),
        },
      },
    },
  }
}
