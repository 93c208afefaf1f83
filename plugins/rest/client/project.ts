// Generates the typed client: entity types, filters and operations, plus the code that calls the API.
import { type Entity, listSortableProperties } from '#core/model/entity/define.js'
import { collectFilters } from '#core/model/entity/filters.js'
import { schemaName } from '#core/model/schema/json-schema.js'
import { fileProperties } from '#core/storage/files/record-files.js'
import { clientCode } from './code.js'

const heading = '// Generated from the registry; do not edit. Change the entities and run `npm run generate`.\n'

function union(names: Iterable<string>): string {
  const all = [...names].map((name) => `'${name}'`)
  return all.length === 0 ? 'never' : all.join(' | ')
}

/** Names of files that records store without a field. */
function keptNames({ keptFiles = [] }: Entity): string {
  const names = keptFiles.map((name) => (name.endsWith(':') ? `\`${name}\${number}\`` : `'${name}'`))
  return names.length === 0 ? 'never' : names.join(' | ')
}

function entry(entity: Entity): string {
  return `  '${entity.name}': {
    readonly row: T.${schemaName(entity, 'list')}
    readonly record: T.${schemaName(entity, 'read')}
    readonly write: T.${schemaName(entity, 'write')}
    readonly filter: ${union(collectFilters(entity).keys())}
    readonly sort: ${union(['id', ...listSortableProperties(entity)])}
    readonly operation: ${union(entity.operations)}
    readonly file: ${union(fileProperties(entity).map(({ name }) => name))}
    readonly kept: ${keptNames(entity)}
  }`
}

/** Maps paths below the generated folder to file contents. */
export function projectClient(entities: readonly Entity[]): ReadonlyMap<string, string> {
  const map = `${heading}import type * as T from '../types/entities.js'

/** Every entity with what its collection gives and takes. */
export interface Entities {
${entities.map(entry).join('\n')}
}
`
  return new Map([
    ['client/entities.ts', map],
    ['client/client.ts', heading + clientCode],
  ])
}
