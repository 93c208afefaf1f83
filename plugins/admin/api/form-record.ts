// Reads a record for its form: the REST fields, plus property kinds that have no JSON schema.
import type { App } from '#core/app.js'
import { hasColumn } from '#core/model/entity/readable.js'
import type { Entity } from '#core/model/entity/define.js'
import type { VersionedSnapshot } from '#core/storage/context.js'
import type { Unit } from '#core/storage/unit-of-work/transaction.js'
import { loadRecords } from '#core/storage/record/load.js'
import type { RecordReply } from './shape.js'

export interface RecordOptions {
  /** The tag of the plain keys. Default: the store's language. */
  readonly language?: string | undefined
  readonly moment?: VersionedSnapshot | undefined
  readonly unit?: Unit
}

/** Choices that are stored as lists. They have no schema. Files are left out: they have their own address. */
function listSchemalessProperties(entity: Entity): readonly string[] {
  return Object.values(entity.properties)
    .filter(
      (property) =>
        hasColumn(property) &&
        !property.apiSensitive &&
        property.kind.files === undefined &&
        property.kind.schema(property, 'read') === null,
    )
    .map(({ name }) => name)
}

/** Throws NOT_FOUND for an unknown id. */
export async function readFormRecord(app: App, entity: Entity, id: number, options: RecordOptions = {}): Promise<RecordReply> {
  const { record, revision } = await app.read(entity.name, id, options)
  const names = listSchemalessProperties(entity)
  if (names.length === 0) return { id, revision, record }
  const on = options.unit ?? app.context.database
  const [loaded] = await loadRecords(on, entity, [], { column: 'id', values: [id] })
  const more = Object.fromEntries(names.map((name) => [name, loaded?.values[name] ?? null]))
  return { id, revision, record: { ...record, ...more } }
}
