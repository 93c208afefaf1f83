// The form of a record: reads the record for it, and parses the fields that it sends.
import type { App } from '#core/contract.js'
import { type Entity, hasColumn, loadRecords, type Unit, type VersionedSnapshot, type AdminLanguage } from '#core/surface.js'
import type { RecordReply, WireRow } from './shape.js'
import { readTypedNumbers } from './typed-numbers.js'

export interface RecordOptions {
  /** The tag of the plain keys. Default: the store's language. */
  readonly language?: string | undefined
  readonly versionedSnapshot?: VersionedSnapshot | undefined
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
  const { record, revision } = await app.records.read(entity.name, id, options)
  const names = listSchemalessProperties(entity)
  if (names.length === 0) return { id, revision, record }
  const on = options.unit ?? app.context.database
  const [loaded] = await loadRecords(on, entity, [], { column: 'id', values: [id] })
  const more = Object.fromEntries(names.map((name) => [name, loaded?.values[name] ?? null]))
  return { id, revision, record: { ...record, ...more } }
}

/** Sets the boolean properties that entered values switch on, unless the author sets them in the same request. */
function switchOnDependents({ properties }: Entity, fields: WireRow): WireRow {
  const switched = Object.entries(fields).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name]! : null
    const isEntered = value !== '' && value !== null && value !== property?.default
    return property?.switchesOn !== undefined && isEntered ? [property.switchesOn] : []
  })
  return { ...Object.fromEntries(switched.map((name) => [name, true])), ...fields }
}

/** Every form that writes records reads its fields here. Throws VALIDATION_FAILED for ambiguous numbers. */
export const readFormFields = async (entity: Entity, fields: WireRow, language: AdminLanguage): Promise<WireRow> =>
  switchOnDependents(entity, await readTypedNumbers(entity.properties, fields, language))
