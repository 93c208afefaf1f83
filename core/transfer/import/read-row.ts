// Reads a line of a package: its values as an entity has them, texts in this shop's languages, files by where they lie; what is unknown is found.
import { flatKey } from '../../ground/language/tags.js'
import { isObject } from '../../ground/object.js'
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { nameRecord } from '../../storage/record/naming.js'
import { emptyValue } from '../../storage/record/values.js'
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

export interface ReadRow {
  readonly values: Values
  /** Texts of a new record in languages that the package lacks. */
  readonly fills: Values
  readonly pointers: ReadonlyMap<string, FilePointer>
}

/** What a row of the entity may say. */
interface RowFields {
  readonly entity: Entity
  readonly written: readonly string[]
  readonly properties: readonly Property[]
  readonly known: ReadonlySet<string>
}

const rowFields = new WeakMap<Entity, RowFields>()

/** Kept from one product of a package to the next. */
export function fieldsOf(entity: Entity, written: readonly string[]): RowFields {
  const kept = rowFields.get(entity)
  if (kept?.written === written) return kept
  const made = readFields(entity, written)
  rowFields.set(entity, made)
  return made
}

function readFields(entity: Entity, written: readonly string[]): RowFields {
  const properties = travelling(entity)
  const keys = properties.flatMap(({ name, translatable }) => (translatable ? written.map((tag) => flatKey(name, tag)) : [name]))
  return { entity, written, properties, known: new Set(['id', ...keys]) }
}

export function readRow(staging: Reading, { entity, properties, known }: RowFields, row: Row): ReadRow {
  const { product, findings } = staging
  const place = { product, entity: entity.name, id: row.id }
  const values: Values = {}
  const fills: Values = {}
  const pointers = new Map<string, FilePointer>()
  for (const property of properties) {
    const { name } = property
    if (property.translatable) {
      readTexts(staging, property, row, { values, fills })
      continue
    }
    const sent = row[name]
    if (sent === undefined) continue
    if (holdsFile(property)) {
      const pointer = pointerOf(sent)
      if (pointer) pointers.set(name, pointer)
      else if (sent !== null)
        findings.push(finding('malformed-record', `Field '${name}' names no file of the package.`, { ...place, field: name }))
      values[name] = ''
    } else {
      const prepared = property.kind.prepare(sent, property)
      values[name] = prepared === '' || prepared === undefined || prepared === null ? emptyValue(property) : prepared
    }
  }
  for (const key of Object.keys(row)) {
    if (known.has(key) || isNothing(row[key])) continue
    const message = `${nameRecord(entity, { ...values, id: row.id })} has the field '${key.slice(0, 60)}', which this installation does not know. It would be left out.`
    findings.push(finding('unknown-field', message, { ...place, field: key.slice(0, 60) }))
  }
  return { values, fills, pointers }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/** The texts in this shop's languages, and those that stand in where the package lacks one of them and a new record needs it. */
function readTexts(
  staging: Reading,
  property: Property,
  row: Row,
  into: { readonly values: Values; readonly fills: Values },
): void {
  const { name, required } = property
  const { languages, written } = staging
  const texts = written.map((tag) => row[flatKey(name, tag)]).filter((text) => text !== undefined && text !== '')
  for (const tag of languages) {
    const key = flatKey(name, tag)
    if (written.includes(tag)) into.values[key] = row[key]
    else if (required && texts.length > 0) into.fills[key] = texts[0]
  }
  const own = languages.map((tag) => row[flatKey(name, tag)]).find((text) => typeof text === 'string' && text !== '')
  into.values[name] = own ?? texts[0] ?? ''
}

function pointerOf(sent: unknown): FilePointer | null {
  if (!isObject(sent)) return null
  const { file, name } = sent
  return typeof file === 'string' && typeof name === 'string' && name !== '' && name.length <= 200 ? { file, name } : null
}
