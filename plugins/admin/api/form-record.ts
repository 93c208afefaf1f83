// The form of a record: reads the record for it, parses the fields that it sends, and checks the rights that fields need.
import {
  type App,
  type UnitRecords,
  type Issue,
  type UnnamedProperty,
  type Grant,
  createLabel,
  createMessage,
  formatTypedNumber,
  parseNumber,
  ValidationError,
} from '#core/contract.js'
import {
  entities,
  type Entity,
  type VersionedSnapshot,
  type JsonSchema,
  type Property,
  type Registry,
  entityModel,
  recordGraphs,
  isObject,
  messageFormat,
  requiredScopes,
  requireScopes,
} from '#core/surface.js'
import { addVisibleParams } from './provider-params.js'
import type { EntityShape, RecordReply, WireRow, AdminLanguage } from './shape.js'
import { setImmediate as nextTurn } from 'node:timers/promises'

type Fields = Readonly<Record<string, unknown>>
/** Properties of an entity, or of an action's input. */
type FormProperties = Readonly<Record<string, Property | UnnamedProperty | UnnamedProperty<never>>>

const isNumeric = (schema: unknown): boolean =>
  isObject(schema) && [schema['type']].flat().some((type) => type === 'number' || type === 'integer')

/** Entries of a list that are read without yielding to the event loop. */
const entriesPerTurn = 2_000

/** The schemas of the members of each entry, for fields that take a list of objects. */
function entrySchemas(schema: JsonSchema | null): Fields | null {
  const items = schema?.['items']
  return isObject(items) && isObject(items['properties']) ? items['properties'] : null
}

/**
 * The fields, with typed numbers as plain decimal text. Other text stays as typed and the property's kind refuses it. Throws
 * VALIDATION_FAILED for ambiguous numbers.
 */
export async function readTypedNumbers(properties: FormProperties, fields: Fields, language: AdminLanguage): Promise<Fields> {
  const issues: Issue[] = []
  const read = (value: unknown, label: string, field: string): unknown => {
    if (typeof value !== 'string') return value
    const parsed = parseNumber(value, language)
    if ('number' in parsed) return parsed.number
    if (!('readings' in parsed)) return value
    const [first, second] = parsed.readings.map((reading) => formatTypedNumber(reading, language))
    const message = createMessage('fields.numberAmbiguous', {
      field: createLabel('field', label),
      text: value.trim(),
      first: first!,
      second: second!,
    })
    issues.push(messageFormat.createIssue(field, message))
    return value
  }
  const readEntry = (entry: unknown, numeric: readonly string[], label: string, field: string): unknown => {
    if (!isObject(entry) || !numeric.some((key) => typeof entry[key] === 'string')) return entry
    const numbers = numeric.filter((key) => Object.hasOwn(entry, key))
    return { ...entry, ...Object.fromEntries(numbers.map((key) => [key, read(entry[key], label, `${field}.${key}`)])) }
  }
  const readList = async (entries: readonly unknown[], members: Fields, label: string, name: string): Promise<unknown> => {
    const numeric = Object.keys(members).filter((key) => isNumeric(members[key]))
    const result: unknown[] = []
    for (const [at, entry] of entries.entries()) {
      result.push(readEntry(entry, numeric, label, `${name}[${at}]`))
      if (issues.length > messageFormat.maximumIssues) break
      if (result.length % entriesPerTurn === 0) await nextTurn()
    }
    return result
  }
  const result: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(properties, name) ? properties[name]! : null
    const isTyped = property !== null && (typeof value === 'string' || Array.isArray(value))
    const schema = isTyped ? property.kind.schema({ ...property, name }, 'write') : null
    const members = Array.isArray(value) && !isNumeric(schema) ? entrySchemas(schema) : null
    if (isTyped && isNumeric(schema)) result.push([name, read(value, property.label, name)])
    else if (members !== null) result.push([name, await readList(value as readonly unknown[], members, property!.label, name)])
    else result.push([name, value])
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return Object.fromEntries(result)
}

export interface RecordOptions {
  /** The tag of the plain keys. Default: the store's language. */
  readonly language?: string | undefined
  readonly versionedSnapshot?: VersionedSnapshot | undefined
  readonly unit?: UnitRecords['unitOfWork']
}

/** Choices that are stored as lists. They have no schema. Files are left out: they have their own address. */
function listSchemalessProperties(entity: Entity): readonly string[] {
  return Object.values(entity.properties)
    .filter(
      (property) =>
        entityModel.hasColumn(property) &&
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
  const [loaded] = await recordGraphs.loadRecords(on, entity, [], { column: 'id', values: [id] })
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

type WriteFields = Readonly<Record<string, unknown>>

/** Maximum nesting of lists of children. No form is deeper, and it bounds the input. */
const maxChildDepth = 5

/**
 * Throws INSUFFICIENT_SCOPE for lists of children outside the grant, and VALIDATION_FAILED for file names: only an upload can set a file.
 */
export function requireFieldRights(registry: Registry, grant: Grant, entity: Entity, fields: WriteFields, depth = 0): void {
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(entity.properties, name) ? entity.properties[name]! : null
    if (property?.kind.files !== undefined && value !== null && value !== '') {
      throw ValidationError.of(name, createMessage('fields.uploadRequired', { field: createLabel('field', property.label) }))
    }
    const list = property?.kind.children?.(property)
    const child = list && registry.entities.get(list.entity)
    if (!child) continue
    if (depth >= maxChildDepth)
      throw ValidationError.of(name, createMessage('fields.tooDeep', { field: createLabel('field', property!.label) }))
    for (const operation of ['create', 'update', 'delete'] as const) requireScopes(grant, requiredScopes(child, operation))
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : []) {
      if (typeof item === 'object' && item !== null) requireFieldRights(registry, grant, child, item as WriteFields, depth + 1)
    }
  }
}

/** A dialog changes the base currency, because all amounts depend on it. */
export function lockBaseFlag(entity: Entity, shape: EntityShape): EntityShape {
  if (entity.name !== entities.currency.name) return shape
  return {
    ...shape,
    columns: shape.columns.map((column) => (column.field === 'is_base' ? { ...column, inline: false } : column)),
    form: {
      ...shape.form,
      fields: shape.form.fields.map((field) => (field.name === 'is_base' ? { ...field, readOnly: true } : field)),
    },
  }
}
