// The OpenAPI operation that prints a record, for entities with printed documents.
import { type Entity, listPrintedDocuments, type Registry, requiredScopes, schemaName } from '#core/surface.js'
import { printParameter } from '../print-routes.js'
import { createParameterReference } from './parameters.js'
import { createFailureResponses } from './responses.js'

/** The path of the record's printed documents. Empty for most entities. */
export function buildPrintPaths(entity: Entity, registry: Registry): Readonly<Record<string, object>> {
  const printed = listPrintedDocuments(registry, entity.name)
  const prints = printed.map(({ name }) => name)
  if (prints.length === 0) return {}
  const content = Object.fromEntries(
    printed.map(({ mediaType }) => [mediaType, { schema: { type: 'string', contentMediaType: mediaType } }]),
  )
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
          200: { description: 'The file.', content },
          ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
        },
      },
    },
  }
}
