// Reads one row of a package into an entity's values and the shop's languages; reports unknown fields as findings.
import { createMessage } from '../../foundation/message.js'
import { flatKey } from '../../foundation/language.js'
import { isObject, createFastObject } from '../../foundation/json.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Registry } from '../../model/registry.js'
import { resolveDefaultValue } from '../../storage/pipeline/prepare-for-storage.js'
import { createDisplayName, emptyValue, isUnset } from '../../storage/record/present.js'
import type { PropertyReferences } from '../copy/fields.js'
import { createTransferFinding, type TransferFinding } from '../findings.js'
import type { FilePointer } from '../package/format.js'
import { isFileProperty, type PackageRecord, listExportedProperties } from '../package/rows.js'

/** Maximum number of findings: a package with more is not corrected record by record. */
export const maxFindings = 200

export type RowValues = Record<string, unknown>

interface RowContext {
  readonly product: number
  /** Languages of this shop. */
  readonly languages: readonly string[]
  /** Languages of the package. */
  readonly written: readonly string[]
  readonly findings: TransferFinding[]
}

/** Facts about the values of a row. Only about ten of fifty fields of a record have a value. */
export interface RowNote {
  /** Fields with a value other than the default, or with a value that depends on other records; without texts. */
  readonly filled: readonly Property[]
  /** Empty fields whose default is not empty. */
  readonly emptied: readonly Property[]
  /** References of the row, set once all its values were validated without a finding. */
  naming?: readonly PropertyReferences[]
}

interface ParsedRow {
  readonly values: RowValues
  /** Texts of a new record in languages that the package lacks. */
  readonly fills: RowValues
  readonly pointers: ReadonlyMap<string, FilePointer>
  readonly note: RowNote
}

interface PlainField {
  readonly property: Property
  readonly isFile: boolean
  /** The stored values for null and for ''; undefined if each record needs its own object. */
  readonly emptyForms: readonly [ofNull: unknown, ofNothing: unknown] | undefined
  /** True if null leaves the field empty, as for most fields. */
  readonly isIdle: boolean
  /** Default of a new record; undefined if it is empty. */
  readonly start: unknown
  /** True if the value is also validated against other records. */
  readonly asks: boolean
}

interface TextField {
  readonly property: Property
  /** Flat keys in all languages of the package; `own`: those in the shop's languages. */
  readonly keys: readonly string[]
  readonly own: readonly { readonly key: string; readonly isWritten: boolean }[]
}

/** The key order of a row. It is computed once for consecutive rows with the same keys, as in most files. */
interface KeyOrder {
  readonly keys: readonly string[]
  /** The field of each key; null for texts, ids and unknown keys. */
  readonly fields: readonly (PlainField | null)[]
  /** Plain fields that the row lacks. */
  readonly absentNames: readonly string[]
  readonly unknown: readonly string[]
}

/** The fields that a row of the entity may have. */
interface RowFields {
  readonly entity: Entity
  readonly languages: readonly string[]
  readonly written: readonly string[]
  readonly plain: readonly PlainField[]
  readonly texts: readonly TextField[]
  readonly known: ReadonlySet<string>
  /** Record with all keys and empty values. Built this way, V8 keeps it a fast object. */
  readonly template: RowValues
  /** Key order of the previous row. */
  order: KeyOrder
}

const rowFieldsByEntity = new WeakMap<Entity, RowFields>()

/** Cached across the products of a package. */
export function getRowFields(
  entity: Entity,
  { registry, languages, written: packageLanguages }: Pick<RowContext, 'languages' | 'written'> & { readonly registry: Registry },
): RowFields {
  const cachedFields = rowFieldsByEntity.get(entity)
  if (cachedFields?.written === packageLanguages && cachedFields.languages === languages) return cachedFields
  const rowFields = createRowFields(entity, registry, languages, packageLanguages)
  rowFieldsByEntity.set(entity, rowFields)
  return rowFields
}

function createRowFields(
  entity: Entity,
  registry: Registry,
  languages: readonly string[],
  packageLanguages: readonly string[],
): RowFields {
  const properties = listExportedProperties(entity)
  const plain = properties.filter(({ translatable }) => !translatable).map((property) => createPlainField(property, registry))
  const empty = new Map(plain.map(({ property, emptyForms }) => [property.name, emptyForms?.[0]]))
  const texts = properties
    .filter(({ translatable }) => translatable)
    .map((property) => ({
      property,
      keys: [...new Set(packageLanguages.map((tag) => flatKey(property.name, tag)))],
      own: languages.map((tag) => ({ key: flatKey(property.name, tag), isWritten: packageLanguages.includes(tag) })),
    }))
  const textKeys = texts.flatMap(({ own }) => own.flatMap(({ key, isWritten: isExported }) => (isExported ? [key] : [])))
  return {
    entity,
    languages,
    written: packageLanguages,
    plain,
    texts,
    known: new Set(['id', ...empty.keys(), ...texts.flatMap(({ keys }) => keys)]),
    template: createFastObject(
      ['id', ...properties.map(({ name }) => name), ...textKeys].map((key) => [key, empty.get(key) ?? null]),
    ),
    order: { keys: [], fields: [], absentNames: plain.map(({ property }) => property.name), unknown: [] },
  }
}

/** Compares the keys in place, without a key list for each of thousands of rows. */
function getKeyOrder(fields: RowFields, row: PackageRecord): KeyOrder {
  const { keys } = fields.order
  let at = 0
  for (const key in row) if (key !== keys[at++]) return computeKeyOrder(fields, row)
  return at === keys.length ? fields.order : computeKeyOrder(fields, row)
}

function computeKeyOrder(fields: RowFields, row: PackageRecord): KeyOrder {
  const { plain, known: fieldKeys } = fields
  const keys = Object.keys(row)
  const byName = new Map(plain.map((field) => [field.property.name, field]))
  fields.order = {
    keys,
    fields: keys.map((key) => byName.get(key) ?? null),
    absentNames: [...byName.keys()].filter((name) => !Object.hasOwn(row, name)),
    unknown: keys.filter((key) => !fieldKeys.has(key)),
  }
  return fields.order
}

function createPlainField(property: Property, registry: Registry): PlainField {
  const hasCheck = property.kind.check !== undefined && property.kind.checks?.(property) !== false
  const baseField = { property, asks: hasCheck, start: resolveDefaultValue(property, { context: registry }) ?? undefined }
  if (isFileProperty(property)) return { ...baseField, isFile: true, emptyForms: ['', ''], isIdle: true }
  const blankForms = [prepareValue(property, null), prepareValue(property, '')] as const
  if (blankForms.some((value) => typeof value === 'object' && value !== null)) {
    return { ...baseField, isFile: false, emptyForms: undefined, isIdle: false }
  }
  return {
    ...baseField,
    isFile: false,
    emptyForms: blankForms,
    isIdle: blankForms[0] !== undefined && isUnset(property, blankForms[0]),
  }
}

function prepareValue(property: Property, input: unknown): unknown {
  const prepared = property.kind.prepare(input, property)
  return prepared === '' || prepared === undefined || prepared === null ? emptyValue(property) : prepared
}

/** Shared empty object: most records need no fallback texts. */
export const noValues: RowValues = Object.freeze({})
const noPointers: ReadonlyMap<string, FilePointer> = new Map()

export function readRow(staging: RowContext, fields: RowFields, row: PackageRecord): ParsedRow {
  const { product, findings } = staging
  const { entity, texts, template } = fields
  const { fields: orderedFields, absentNames, unknown } = getKeyOrder(fields, row)
  const place = { product, entity: entity.name, id: row.id }
  const values: RowValues = { ...template }
  values['id'] = row.id
  let fills = noValues
  let pointers = noPointers
  const filled: Property[] = []
  const emptied: Property[] = []
  let at = 0
  for (const name in row) {
    const field = orderedFields[at++]!
    if (field === null) continue
    const input = row[name]
    if (input === null && field.isIdle) {
      if (field.start !== undefined) emptied.push(field.property)
      continue
    }
    const { property, isFile, emptyForms } = field
    if (isFile) {
      const pointer = parseFilePointer(input)
      if (pointer) pointers = new Map(pointers).set(name, pointer)
      else
        findings.push(
          createTransferFinding('malformed-record', createMessage('transfer.fieldWithoutFile', { field: name }), {
            ...place,
            field: name,
          }),
        )
      values[name] = ''
      continue
    }
    const value =
      emptyForms && input === null ? emptyForms[0] : emptyForms && input === '' ? emptyForms[1] : prepareValue(property, input)
    values[name] = value
    if (isUnset(property, value)) {
      if (field.start !== undefined) emptied.push(property)
    } else if (value !== field.start || field.asks) filled.push(property)
  }
  for (const name of absentNames) values[name] = undefined
  for (const field of texts) fills = readTexts(field, row, values, fills)
  for (const key of unknown) {
    if (findings.length >= maxFindings) break
    if (isBlankValue(row[key])) continue
    const message = createMessage('transfer.fieldUnknown', {
      record: createDisplayName(entity, { ...values, id: row.id }),
      field: key.slice(0, 60),
    })
    findings.push(createTransferFinding('unknown-field', message, { ...place, field: key.slice(0, 60) }))
  }
  return { values, fills, pointers, note: { filled, emptied } }
}

const isBlankValue = (value: unknown): boolean =>
  value === null || value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/** Reads the texts in this shop's languages. Returns `fills` with fallbacks for required texts that the package lacks in a language. */
function readTexts({ property, keys, own }: TextField, row: PackageRecord, values: RowValues, fills: RowValues): RowValues {
  const { name, required } = property
  let first: unknown
  for (const key of keys) {
    const text = row[key]
    if (first === undefined && text !== '') first = text
  }
  let filled = fills
  let text: unknown
  for (const { key, isWritten: isExported } of own) {
    const rowText = row[key]
    if (isExported) values[key] = rowText
    else if (required && first !== undefined) {
      if (filled === noValues) filled = {}
      filled[key] = first
    }
    if (text === undefined && typeof rowText === 'string' && rowText !== '') text = rowText
  }
  values[name] = text ?? first ?? ''
  return filled
}

function parseFilePointer(input: unknown): FilePointer | null {
  if (!isObject(input)) return null
  const { file, name } = input
  return typeof file === 'string' && typeof name === 'string' && name !== '' && name.length <= 200 ? { file, name } : null
}
