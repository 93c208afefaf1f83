// Generated files of the entity API for svc:types:generate: its OpenAPI document and its typed client.
import { createSheetSchema, formatJsonFile, type Registry } from '#core/surface.js'
import { apiRoot } from './api-root.js'
import { generateClientFiles } from './client/client-files.js'
import { buildOpenapiDocument } from './openapi/document.js'

/** Maps paths below the folder to contents. The same registry and languages always produce the same bytes. */
export function generateRestFiles(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ['openapi.json', formatJsonFile(buildOpenapiDocument({ registry, languages, root: apiRoot }))],
    ['schemas/product-sheet.json', formatJsonFile(createSheetSchema(registry, languages))],
    ...generateClientFiles([...registry.entities.values()]),
  ])
}
