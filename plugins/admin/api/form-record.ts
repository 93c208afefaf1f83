// The form of a record: reads the record for it, and parses the fields that it sends.
import type { App } from '#core/contract.js'
import { type Entity, hasColumn, loadRecords, type Unit, type VersionedSnapshot, type AdminLanguage } from '#core/surface.js'
import { addVisibleParams } from './provider-params.js'
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
  const on = options.unit ?? app.context.database
  if (names.length === 0) return { id, revision, record }
  const [loaded] = await loadRecords(on, entity, [], { column: 'id', values: [id] })
  const more = Object.fromEntries(names.map((name) => [name, loaded?.values[name] ?? null]))
  return { id, revision, record: await addVisibleParams(app, entity, on, id, { ...record, ...more }) }
}

/** True for a property that the record uses. */
const isApplicable = ({ appliesWhen }: Entity['properties'][string], record: WireRow): boolean =>
  appliesWhen === undefined || (appliesWhen.values as readonly unknown[]).includes(record[appliesWhen.property])

/** Properties that get a value because another one is entered, unless the author sets them in the same request. */
function listImpliedProperties({ properties }: Entity, fields: WireRow): readonly Entity['properties'][string][] {
  const isEntered = (name: string): boolean => {
    const value = fields[name]
    return value !== undefined && value !== '' && value !== null && value !== properties[name]?.default
  }
  return Object.values(properties).filter(
    ({ name, impliedBy }) => impliedBy?.properties.some(isEntered) && !Object.hasOwn(fields, name),
  )
}

/** @param stored the record before the change; null for a new one */
export function addImpliedValues(entity: Entity, fields: WireRow, stored: WireRow | null): WireRow {
  const record = { ...stored, ...fields }
  const implied = listImpliedProperties(entity, fields)
    .filter((property) => !record[property.name] && isApplicable(property, record))
    .map(({ name, impliedBy }) => [name, impliedBy!.value])
  return { ...Object.fromEntries(implied), ...fields }
}

/**
 * Every form that writes records reads its fields here. Throws VALIDATION_FAILED for ambiguous numbers.
 * @param readStored the record before the change; null for a new one
 */
export async function readFormFields(
  entity: Entity,
  fields: WireRow,
  language: AdminLanguage,
  readStored: () => Promise<WireRow | null>,
): Promise<WireRow> {
  const typed = await readTypedNumbers(entity.properties, fields, language)
  return listImpliedProperties(entity, typed).length === 0 ? typed : addImpliedValues(entity, typed, await readStored())
}
