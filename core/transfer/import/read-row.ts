// Reads a line of a package: its values as an entity has them, texts in this shop's languages, files by where they lie; what is unknown is found.
import { flatKey } from '../../foundation/language/tags.js'
import { isObject } from '../../foundation/object.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Registry } from '../../model/registry.js'
import { startingValue } from '../../storage/pipeline/defaults.js'
import { nameRecord } from '../../storage/record/naming.js'
import { createFastObject } from '../../foundation/fast-object.js'
import { emptyValue, isUnset } from '../../storage/record/values.js'
import type { Naming } from '../copy/fields.js'
import { finding, type TransferFinding } from '../check/findings.js'
import type { FilePointer } from '../package/format.js'
import { holdsFile, type Row, travelling } from '../package/rows.js'

export type Values = Record<string, unknown>

interface Reading {
  readonly product: number
  /** Of this shop. */
  readonly languages: readonly string[]
  /** Of the package. */
  readonly written: readonly string[]
  readonly findings: TransferFinding[]
}

/** What is known of the values of a row beside them: of fifty fields of a record mostly ten hold something. */
export interface Note {
  /** The fields that hold something else than a new record starts with, or what only other records can judge; texts left out. */
  readonly filled: readonly Property[]
  /** Those that hold nothing, though a new record starts with something. */
  readonly emptied: readonly Property[]
  /** True where the row says something of every field. */
  readonly isWhole: boolean
  /** What it names, once all of it was judged and found sound. */
  naming?: readonly Naming[]
}

export interface ReadRow {
  readonly values: Values
  /** Texts of a new record in languages that the package lacks. */
  readonly fills: Values
  readonly pointers: ReadonlyMap<string, FilePointer>
  readonly note: Note
}

interface PlainField {
  readonly property: Property
  readonly isFile: boolean
  /** What a record holds for which a row says null, and ''; undefined where each record needs one of its own. */
  readonly held: readonly [ofNull: unknown, ofNothing: unknown] | undefined
  /** True where null says nothing, as of most fields of a record. */
  readonly isIdle: boolean
  /** What a new record starts with; undefined where that is nothing. */
  readonly start: unknown
  /** True where other records judge the value, too. */
  readonly asks: boolean
}

interface TextField {
  readonly property: Property
  /** The keys of all languages of the package, and of those of the shop. */
  readonly keys: readonly string[]
  readonly own: readonly { readonly key: string; readonly isWritten: boolean }[]
}

/** What the keys of a row are, in their order: worked out once where one row is like the one before, as in most files. */
interface KeyOrder {
  readonly keys: readonly string[]
  /** The field of each key; null for texts, ids and what is unknown. */
  readonly fields: readonly (PlainField | null)[]
  /** Plain fields of which the row says nothing. */
  readonly unsaid: readonly string[]
  readonly unknown: readonly string[]
}

/** What a row of the entity may say. */
interface RowFields {
  readonly entity: Entity
  readonly languages: readonly string[]
  readonly written: readonly string[]
  readonly plain: readonly PlainField[]
  readonly texts: readonly TextField[]
  readonly known: ReadonlySet<string>
  /** All keys of a record of which nothing is said, on an object that V8 keeps fast. */
  readonly template: Values
  /** Of the row that was read last. */
  order: KeyOrder
}

const rowFields = new WeakMap<Entity, RowFields>()

/** Kept from one product of a package to the next. */
export function fieldsOf(
  entity: Entity,
  { registry, languages, written }: Pick<Reading, 'languages' | 'written'> & { readonly registry: Registry },
): RowFields {
  const kept = rowFields.get(entity)
  if (kept?.written === written && kept.languages === languages) return kept
  const made = readFields(entity, registry, languages, written)
  rowFields.set(entity, made)
  return made
}

function readFields(entity: Entity, registry: Registry, languages: readonly string[], written: readonly string[]): RowFields {
  const properties = travelling(entity)
  const plain = properties.filter(({ translatable }) => !translatable).map((property) => plainField(property, registry))
  const empty = new Map(plain.map(({ property, held }) => [property.name, held?.[0]]))
  const texts = properties
    .filter(({ translatable }) => translatable)
    .map((property) => ({
      property,
      keys: [...new Set(written.map((tag) => flatKey(property.name, tag)))],
      own: languages.map((tag) => ({ key: flatKey(property.name, tag), isWritten: written.includes(tag) })),
    }))
  const shown = texts.flatMap(({ own }) => own.flatMap(({ key, isWritten }) => (isWritten ? [key] : [])))
  return {
    entity,
    languages,
    written,
    plain,
    texts,
    known: new Set(['id', ...empty.keys(), ...texts.flatMap(({ keys }) => keys)]),
    template: createFastObject(
      ['id', ...properties.map(({ name }) => name), ...shown].map((key) => [key, empty.get(key) ?? null]),
    ),
    order: { keys: [], fields: [], unsaid: plain.map(({ property }) => property.name), unknown: [] },
  }
}

/** Without a list of the keys of each of thousands of rows. */
function orderOf(fields: RowFields, row: Row): KeyOrder {
  const { keys } = fields.order
  let at = 0
  for (const key in row) if (key !== keys[at++]) return orderAnew(fields, row)
  return at === keys.length ? fields.order : orderAnew(fields, row)
}

function orderAnew(fields: RowFields, row: Row): KeyOrder {
  const { plain, known } = fields
  const keys = Object.keys(row)
  const byName = new Map(plain.map((field) => [field.property.name, field]))
  fields.order = {
    keys,
    fields: keys.map((key) => byName.get(key) ?? null),
    unsaid: [...byName.keys()].filter((name) => !Object.hasOwn(row, name)),
    unknown: keys.filter((key) => !known.has(key)),
  }
  return fields.order
}

function plainField(property: Property, registry: Registry): PlainField {
  const asks = property.kind.check !== undefined && property.kind.checks?.(property) !== false
  const says = { property, asks, start: startingValue(property, { context: registry }) ?? undefined }
  if (holdsFile(property)) return { ...says, isFile: true, held: ['', ''], isIdle: true }
  const held = [preparedOf(property, null), preparedOf(property, '')] as const
  if (held.some((value) => typeof value === 'object' && value !== null)) {
    return { ...says, isFile: false, held: undefined, isIdle: false }
  }
  return { ...says, isFile: false, held, isIdle: held[0] !== undefined && isUnset(property, held[0]) }
}

function preparedOf(property: Property, sent: unknown): unknown {
  const prepared = property.kind.prepare(sent, property)
  return prepared === '' || prepared === undefined || prepared === null ? emptyValue(property) : prepared
}

/** Most records need no text to stand in. */
export const nothing: Values = Object.freeze({})
const noPointers: ReadonlyMap<string, FilePointer> = new Map()

export function readRow(staging: Reading, fields: RowFields, row: Row): ReadRow {
  const { product, findings } = staging
  const { entity, texts, template } = fields
  const { fields: said, unsaid, unknown } = orderOf(fields, row)
  const place = { product, entity: entity.name, id: row.id }
  const values: Values = { ...template }
  values['id'] = row.id
  let fills = nothing
  let pointers = noPointers
  const filled: Property[] = []
  const emptied: Property[] = []
  let at = 0
  for (const name in row) {
    const field = said[at++]!
    if (field === null) continue
    const sent = row[name]
    if (sent === null && field.isIdle) {
      if (field.start !== undefined) emptied.push(field.property)
      continue
    }
    const { property, isFile, held } = field
    if (isFile) {
      const pointer = pointerOf(sent)
      if (pointer) pointers = new Map(pointers).set(name, pointer)
      else findings.push(finding('malformed-record', `Field '${name}' names no file of the package.`, { ...place, field: name }))
      values[name] = ''
      continue
    }
    const value = held && sent === null ? held[0] : held && sent === '' ? held[1] : preparedOf(property, sent)
    values[name] = value
    if (isUnset(property, value)) {
      if (field.start !== undefined) emptied.push(property)
    } else if (value !== field.start || field.asks) filled.push(property)
  }
  for (const name of unsaid) values[name] = undefined
  for (const field of texts) fills = readTexts(field, row, values, fills)
  for (const key of unknown) {
    if (isNothing(row[key])) continue
    const message = `${nameRecord(entity, { ...values, id: row.id })} has the field '${key.slice(0, 60)}', which this installation does not know. It would be left out.`
    findings.push(finding('unknown-field', message, { ...place, field: key.slice(0, 60) }))
  }
  return { values, fills, pointers, note: { filled, emptied, isWhole: unsaid.length === 0 } }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/** The texts in this shop's languages; gives those too that stand in where the package lacks one of them and a new record needs it. */
function readTexts({ property, keys, own }: TextField, row: Row, values: Values, fills: Values): Values {
  const { name, required } = property
  let first: unknown
  for (const key of keys) {
    const text = row[key]
    if (first === undefined && text !== '') first = text
  }
  let filled = fills
  let text: unknown
  for (const { key, isWritten } of own) {
    const said = row[key]
    if (isWritten) values[key] = said
    else if (required && first !== undefined) {
      if (filled === nothing) filled = {}
      filled[key] = first
    }
    if (text === undefined && typeof said === 'string' && said !== '') text = said
  }
  values[name] = text ?? first ?? ''
  return filled
}

function pointerOf(sent: unknown): FilePointer | null {
  if (!isObject(sent)) return null
  const { file, name } = sent
  return typeof file === 'string' && typeof name === 'string' && name !== '' && name.length <= 200 ? { file, name } : null
}
