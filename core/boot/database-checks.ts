// Checks that need the database: each property has its column, and the type of each stored question exists.
import type { Fault } from '../foundation/fault.js'
import { didYouMean } from '../foundation/nearest.js'
import type { Registry } from '../model/registry.js'
import { toEntityColumns } from '../model/schema/columns.js'
import type { Database } from '../storage/database/connection.js'
import { type Contributed, coreOwner, findPropertyOwner, questionEntity } from './collect.js'

/** Returns all faults. Call only if no migration is pending. */
export async function findDatabaseFaults(
  database: Database,
  registry: Registry,
  contributed: readonly Contributed[],
): Promise<readonly Fault[]> {
  const missing = await missingColumns(database, registry, contributed)
  return missing.length > 0 ? missing : await unknownQuestionTypes(database, registry)
}

async function missingColumns(
  database: Database,
  registry: Registry,
  contributed: readonly Contributed[],
): Promise<readonly Fault[]> {
  const tables = await database.dialect.readTables(database)
  return [...registry.entities.values()].flatMap((entity): readonly Fault[] => {
    const table = tables.get(entity.table)
    const { owner } = entity
    if (!table) {
      const message = `The entity '${entity.name}' has no table '${entity.table}' in the database.`
      return [{ id: 'column-missing', owner, message, hint: `Create it in a migration: createEntityTable('${entity.name}').` }]
    }
    // A hidden column is created together with the column that it belongs to.
    const toPropertyName = (name: string): string => (entity.properties[name] ? name : name.replace(/_folded$/, ''))
    const columns = Object.keys(toEntityColumns(entity)).filter((name) => !table.columns.has(name))
    const absent = [...new Set(columns.map(toPropertyName))]
    return absent.map((name) => ({
      id: 'column-missing',
      owner: findPropertyOwner(contributed, entity, name),
      message: `The property '${name}' of '${entity.name}' has no column in the database.`,
      hint: `Add it in a migration: addColumn('${entity.name}', '${name}').`,
    }))
  })
}

interface TypeRow {
  readonly question_type: string
  readonly count: number
  readonly first: number
}

async function unknownQuestionTypes(database: Database, registry: Registry): Promise<readonly Fault[]> {
  const table = registry.entities.get(questionEntity)?.table
  if (table === undefined) return []
  const sql = `SELECT question_type, COUNT(*) AS count, MIN(id) AS first FROM ${table} GROUP BY question_type ORDER BY question_type`
  const rows = await database.query<TypeRow>(sql)
  return rows
    .filter(({ question_type: type }) => !registry.questionTypes.has(type))
    .map(({ question_type: type, count, first }) => {
      const questions = count === 1 ? `Question ${first} has` : `${count} questions, question ${first} among them, have`
      return {
        id: 'question-type-unknown',
        owner: coreOwner,
        message: `${questions} the type '${type}', which no plugin registers.${didYouMean(type, registry.questionTypes.keys())}`,
        hint: 'Plug in the plugin that brings the type, as it was when the questions were written.',
      }
    })
}
