// OpenAPI operations of product sheets: read, apply, compare and merge.
import { diffReportSchema, mergeReportSchema, mergeSides, sheetReportSchema } from '../../sheets/surface.js'
import { sheetPath, sheetTypes } from '../sheet-routes.js'
import { type SchemaComponents, createParameterReference, createFailureResponses } from './operation-parts.js'

const yamlContent = { schema: { type: 'string' }, example: 'sheet: 1\nproduct: lamp\ntitle: Lamp\ntax_class_id: Standard\n' }
const jsonContent = {
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

function createFlagParameter(name: string, description: string): object {
  return { name, in: 'query', description, schema: { type: 'string', enum: ['true', 'false', '1', '0'], default: 'false' } }
}

const stateSchema = {
  type: 'string',
  description: "The id of a product, a package such as 'blind.zip#3', or the text of a sheet.",
}

/** An operation that compares states of products and changes nothing. */
function buildComparisonOperation(
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
          description: 'The findings.',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { data: report }, required: ['data'] },
              example: { data: example },
            },
          },
        },
        ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'TooLarge', 'Invalid', 'Broken'),
      },
    },
  }
}

const exampleDiff = { from: "the package 'blind.zip'", to: 'the shop', equal: true, products: [] }
const exampleMerge = { product: 'blind', conflicts: [], changes: [], sheet: 'sheet: 1\nproduct: blind\n' }

/** The paths of product sheets. */
export function buildSheetPaths(schemas: SchemaComponents): Readonly<Record<string, object>> {
  const report = schemas.add('SheetReport', sheetReportSchema)
  const content = {
    'application/json': {
      schema: { type: 'object', properties: { data: report }, required: ['data'] },
      example: exampleReport,
    },
  }
  return {
    [`${sheetPath}/{id}`]: {
      parameters: [createParameterReference('id')],
      get: {
        operationId: 'readProductSheet',
        summary: 'Read a product as a sheet',
        description: 'YAML, or JSON if `Accept` requests it. Requires `catalog:read`.',
        tags: ['catalog'],
        responses: {
          200: { description: 'The sheet.', content: { [sheetTypes[0]]: yamlContent, 'application/json': jsonContent } },
          ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
        },
      },
    },
    [`${sheetPath}/diff`]: buildComparisonOperation(
      'diffProductSheets',
      ['Compare two states of products', 'Without `to`: the differences from the shop to the state.'],
      { from: stateSchema, to: stateSchema },
      ['from'],
      schemas.add('DiffReport', diffReportSchema),
      exampleDiff,
    ),
    [`${sheetPath}/merge`]: buildComparisonOperation(
      'mergeProductSheets',
      ['Merge two states with a common base', 'Without `prefer` it reports conflicts and returns no sheet.'],
      { base: stateSchema, ours: stateSchema, theirs: stateSchema, prefer: { type: 'string', enum: Object.keys(mergeSides) } },
      ['base', 'ours', 'theirs'],
      schemas.add('MergeReport', mergeReportSchema),
      exampleMerge,
    ),
    [sheetPath]: {
      post: {
        operationId: 'applyProductSheet',
        summary: 'Apply a sheet to a product',
        description:
          'Applied completely or not at all, to the product with its key or a new one. Requires `catalog:write`, and `code:write` for code.',
        tags: ['catalog'],
        parameters: [
          createFlagParameter('dry_run', 'If true, returns the plan and changes nothing.'),
          createFlagParameter(
            'prune',
            'If true, parts that are not in the sheet are deleted, and fields that are not in the sheet are reset.',
          ),
          {
            name: 'product_id',
            in: 'query',
            description: 'The product to change. Default: the product with the key of the sheet.',
            schema: { type: 'integer', minimum: 1 },
          },
        ],
        requestBody: {
          required: true,
          content: Object.fromEntries(sheetTypes.map((type) => [type, type.endsWith('json') ? jsonContent : yamlContent])),
        },
        responses: {
          200: { description: 'The changes, or the plan of a dry run.', content },
          201: { description: 'A product was made.', content },
          ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'TooLarge', 'Invalid', 'Broken'),
        },
      },
    },
  }
}
