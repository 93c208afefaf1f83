// Rows and texts to wire records: each kind presents its own values, plain keys resolve by language.
import type { Property } from '../../ground/property/kind.js'
import { flatKey } from '../../ground/language/tags.js'
import type { Row } from '../database/statement.js'
import type { WireRecord } from './shapes.js'
import type { Texts } from './strings.js'

/** A column value as callers see it; without the registry as core itself works with it, rules and terms as they are stored. */
export function presentValue(property: Property, stored: unknown, registry?: unknown): unknown {
  return property.kind.present ? property.kind.present(stored, property, registry) : stored
}

export interface Languages {
  /** Of the plain keys. */
  readonly language: string
  /** Where the language has no text. */
  readonly defaultLanguage: string
  /** Of the flat keys; none in a collection. */
  readonly flat: readonly string[]
}

/** One record: `id`, then the properties in the given order; a translatable one is its plain key and then its flat keys. */
export function presentRecord(
  properties: readonly Property[],
  row: Row,
  texts: Texts,
  languages: Languages,
  registry?: unknown,
): WireRecord {
  const id = row.id as number
  const record: Record<string, unknown> = { id }
  for (const property of properties) {
    const { name } = property
    if (!property.translatable) record[name] = presentValue(property, row[name], registry)
    else {
      record[name] = texts.plain(id, name, languages.language, languages.defaultLanguage)
      for (const tag of languages.flat) record[flatKey(name, tag)] = texts.exact(id, name, tag)
    }
  }
  return record
}
