// Generates the typed client: entity types, filters and operations, plus the code that calls the API.
import { collectFilters, type Entity, listFileProperties, listSortableProperties, schemaName } from '#core/surface.js'
import { restClientCode } from './client-code.js'

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
    readonly filter: ${formatUnion(collectFilters(entity).keys())}
    readonly sort: ${formatUnion(['id', ...listSortableProperties(entity)])}
    readonly operation: ${formatUnion(entity.operations)}
    readonly file: ${formatUnion(listFileProperties(entity).map(({ name }) => name))}
    readonly kept: ${formatStoredFileNames(entity)}
  }`
}

/** Maps paths below the generated folder to file contents. */
export function generateClientFiles(entities: readonly Entity[]): ReadonlyMap<string, string> {
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
