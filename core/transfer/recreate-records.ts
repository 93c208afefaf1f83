// The undo of a deletion: serializes deleted records with their files, and creates them again with the same ids.
import { insertRows, type SqlParameter } from '../storage/database/dialect.js'
import type { FileRow } from '../storage/database/internal-tables.js'
import { writeEntityRecord } from '../storage/pipeline/write.js'
import { getLayout, presentValue, toColumnValue } from '../storage/record/present.js'
import type { TransactionContext, ServiceContext } from '../storage/service-context.js'
import type { LoggedDeletion } from '../storage/unit-of-work/identity-map.js'
import { clearDefaults, findPropertyReferences, selectPlainFields } from './copy/fields.js'

/** A deleted record in a form that JSON can represent. */
export interface SerializedRecord {
  readonly entity: string
  readonly id: number
  readonly revision: number
  readonly fields: Readonly<Record<string, unknown>>
  /** Original values of columns whose stored value differs from the given one, such as a password's hash. */
  readonly columns: Readonly<Record<string, SqlParameter>>
  readonly files: readonly FileRow[]
}

/** The record as its author would send it; texts in the given languages. */
export function serializeRecord(
  work: ServiceContext,
  { entity, record, files }: LoggedDeletion,
  languages: readonly string[],
): SerializedRecord {
  const { registry } = work.context
  const member = { entity, record }
  const fields = selectPlainFields(member, languages)
  const { ordering } = record.values
  if (ordering !== undefined) fields['ordering'] = ordering
  for (const { property } of findPropertyReferences(member, registry)) {
    fields[property.name] = presentValue(property, toColumnValue(property, record.values[property.name]), registry)
  }
  const sensitive = getLayout(entity).stored.filter(({ apiSensitive }) => apiSensitive === true)
  const columns = Object.fromEntries(sensitive.map(({ name }) => [name, record.row[name] as SqlParameter]))
  return { entity: entity.name, id: record.id, revision: record.revision, fields, columns, files }
}

/**
 * Creates the records again in the open unit of work, the last deleted first. VALIDATION_FAILED if the shop no longer accepts one: its
 * owner is gone, or its id or name is taken.
 */
export async function recreateRecords(
  work: ServiceContext & TransactionContext,
  serializedRecords: readonly SerializedRecord[],
): Promise<void> {
  for (const { entity: name, id, revision, fields, columns, files } of serializedRecords.toReversed()) {
    // The revision increases: a copy that a client read before must not count as current.
    const options = { unit: work.unit, internal: true, exactly: { id, revision: revision + 1, columns } }
    const { stored } = await writeEntityRecord(work.context, name, fields, options)
    await clearDefaults(work, name, id, fields, stored)
    for (const file of files) {
      const row = { ...file, entity: name, entity_id: id }
      await work.unit.run(insertRows('svc_files', Object.keys(row)), Object.values(row))
    }
  }
}
