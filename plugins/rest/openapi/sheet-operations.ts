// OpenAPI operations of product sheets: read, apply, compare and merge.
import { diffReportSchema } from '#core/transfer/diff/define.js'
import { mergeReportSchema, mergeSides } from '#core/transfer/merge/define.js'
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
  return { name, in: 'query', description, schema: { type: 'string', enum: ['true', 'false', '1', '0'], default: 'false' } }
}

const state = { type: 'string', description: "The id of a product, a package such as 'blind.zip#3', or the text of a sheet." }

/** An operation that compares states of products and changes nothing. */
function comparison(
  operationId: string,
  [summary, description]: readonly [string, string],
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
  report: object,
  example: object,
): object {
  return {
    post: {
      operationId,
      summary,
      description: `${description} Changes nothing; needs \`catalog:read\`.`,
      tags: ['catalog'],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties, required, additionalProperties: false },
            example: Object.fromEntries(required.map((name, at) => [name, at === 0 ? 'blind.zip' : String(at)])),
          },
        },
      },
      responses: {
        200: {
          description: 'What was found.',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { data: report }, required: ['data'] },
              example: { data: example },
            },
          },
        },
        ...failures('Unauthenticated', 'Forbidden', 'NotFound', 'TooLarge', 'Invalid', 'Broken'),
      },
    },
  }
}

const noDifference = { from: "the package 'blind.zip'", to: 'the shop', equal: true, products: [] }
const merged = { product: 'blind', conflicts: [], changes: [], sheet: 'sheet: 1\nproduct: blind\n' }

/** The paths of product sheets. */
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
    [`${sheetPath}/diff`]: comparison(
      'diffProductSheets',
      ['Say what is otherwise in two states of products', 'Without `to` in the first one than in the shop.'],
      { from: state, to: state },
      ['from'],
      schemas.add('DiffReport', diffReportSchema),
      noDifference,
    ),
    [`${sheetPath}/merge`]: comparison(
      'mergeProductSheets',
      ['Merge two states that grew from a third', 'Without `prefer` conflicts are told and no sheet is made.'],
      { base: state, ours: state, theirs: state, prefer: { type: 'string', enum: Object.keys(mergeSides) } },
      ['base', 'ours', 'theirs'],
      schemas.add('MergeReport', mergeReportSchema),
      merged,
    ),
    [sheetPath]: {
      post: {
        operationId: 'applyProductSheet',
        summary: 'Make a product what a sheet says',
        description:
          'All of it or nothing; the product with its key, or a new one. Needs `catalog:write`, for code `code:write` too.',
        tags: ['catalog'],
        parameters: [
          flag('dry_run', 'True: answers the plan and changes nothing.'),
          flag('prune', 'True: parts that the sheet does not name are deleted, and such fields start anew.'),
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
