// The OpenAPI operation that prints a record, for entities with printed documents.
import { pdfMediaType } from '#plugins/print/define.js'
import { listPrintKinds } from '#core/commerce/document/print.js'
import type { Entity } from '#core/model/entity/define.js'
import { requiredScopes } from '#core/model/entity/scopes.js'
import { schemaName } from '#core/model/schema/json-schema.js'
import { printParameter } from '../print-routes.js'
import { createParameterReference } from './parameters.js'
import { createFailureResponses } from './responses.js'

const binaryContent = { schema: { type: 'string', contentMediaType: pdfMediaType } }

/** The path of the record's printed documents. Empty for most entities. */
export function buildPrintPaths(entity: Entity): Readonly<Record<string, object>> {
  const prints = listPrintKinds(entity.name)
  if (prints.length === 0) return {}
  const scopes = requiredScopes(entity, 'read').map((scope) => `\`${scope}\``)
  return {
    [`/${entity.name}/{id}/print`]: {
      parameters: [createParameterReference('id')],
      get: {
        operationId: `print${schemaName(entity, 'read').replace(/Read$/, '')}`,
        summary: `Print a ${entity.label}`,
        description: `Its document as a file, made of its frozen texts and amounts alone. Needs ${scopes.join(' and ')}.`,
        tags: [entity.area],
        parameters: [
          {
            name: printParameter,
            in: 'query',
            description: 'Which document; the first if left out. An invoice is there once the order is paid.',
            schema: { type: 'string', enum: prints, default: prints[0] },
          },
        ],
        responses: {
          200: { description: 'The file.', content: { [pdfMediaType]: binaryContent } },
          ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
        },
      },
    },
  }
}
