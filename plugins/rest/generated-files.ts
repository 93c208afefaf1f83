// What lies under generated/: the projections of a registry as files, the OpenAPI document and the typed client among them.
import type { Registry } from '#core/model/registry.js'
import { jsonFile, projectTypes } from '#core/model/schema/project.js'
import { apiRoot } from './address.js'
import { projectClient } from './client/project.js'
import { openapiDocument } from './openapi/document.js'

/** Path below the folder → content; the same registry and languages always give the same bytes. */
export function generatedFiles(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ...projectTypes(registry, languages),
    ['openapi.json', jsonFile(openapiDocument({ registry, languages, root: apiRoot }))],
    ...projectClient([...registry.entities.values()]),
  ])
}
