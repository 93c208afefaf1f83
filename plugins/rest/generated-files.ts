// Generated files of the entity API for svc:types:generate: its OpenAPI document and its typed client.
import { loadSheetSchema } from '../sheets/surface.js'
import { formatJsonFile, type Registry, type Entity, schemaName, entityModel } from '#core/surface.js'
import { apiRoot } from './route-names.js'
import { restClientCode } from './client/client-code.js'
import { buildOpenapiDocument } from './openapi/document.js'

const fileHeading = '// Generated from the registry; do not edit. Change the entities and run `npm run generate`.\n'

function formatUnion(names: Iterable<string>): string {
  const all = [...names].map((name) => `'${name}'`)
  return all.length === 0 ? 'never' : all.join(' | ')
}

/** Names of files that records store without a field. */
function formatStoredFileNames({ keptFiles: storedNames = [] }: Entity): string {
  const names = storedNames.map((name) => (name.endsWith(':') ? `\`${name}\${number}\`` : `'${name}'`))
  return names.length === 0 ? 'never' : names.join(' | ')
}

function formatEntity(entity: Entity): string {
  return `  '${entity.name}': {
    readonly row: T.${schemaName(entity, 'list')}
    readonly record: T.${schemaName(entity, 'read')}
    readonly write: T.${schemaName(entity, 'write')}
    readonly filter: ${formatUnion(entityModel.collectFilters(entity).keys())}
    readonly sort: ${formatUnion(['id', ...entityModel.listSortableProperties(entity)])}
    readonly operation: ${formatUnion(entity.operations)}
    readonly file: ${formatUnion(entityModel.listFileProperties(entity).map(({ name }) => name))}
    readonly kept: ${formatStoredFileNames(entity)}
  }`
}

/** Maps paths below the generated folder to file contents. */
function generateClientFiles(entities: readonly Entity[]): ReadonlyMap<string, string> {
  const map = `${fileHeading}import type * as T from '../types/entities.js'

/** Every entity with what its collection gives and takes. */
export interface Entities {
${entities.map(formatEntity).join('\n')}
}
`
  return new Map([
    ['client/entities.ts', map],
    ['client/client.ts', fileHeading + restClientCode],
  ])
}

/** Maps paths below the folder to contents. The same registry and languages always produce the same bytes. */
export async function generateRestFiles(registry: Registry, languages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['openapi.json', formatJsonFile(buildOpenapiDocument({ registry, languages, root: apiRoot }))],
    ['schemas/product-sheet.json', formatJsonFile(await loadSheetSchema(registry, languages))],
    ...generateClientFiles([...registry.entities.values()]),
  ])
}
