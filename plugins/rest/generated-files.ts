// Generated files of the entity API for svc:types:generate: its OpenAPI document and its typed client.
import type { Registry } from '#core/model/registry.js'
import { sheetSchema } from '#core/transfer/sheet/schema.js'
import { formatJsonFile } from '#core/model/schema/generated-types.js'
import { apiRoot } from './address.js'
import { projectClient } from './client/project.js'
import { openapiDocument } from './openapi/document.js'

/** Maps paths below the folder to contents. The same registry and languages always produce the same bytes. */
export function restFiles(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ['openapi.json', formatJsonFile(openapiDocument({ registry, languages, root: apiRoot }))],
    ['schemas/product-sheet.json', formatJsonFile(sheetSchema(registry, languages))],
    ...projectClient([...registry.entities.values()]),
  ])
}
