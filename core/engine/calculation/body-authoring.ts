// The contract of the form in which authors write a calculation body. It differs from the stored columns.
import { createMessage } from '../../foundation/message.js'
import { suggestName } from '../../foundation/message-values.js'
import { Refusal } from '../../foundation/property/kind.js'
import type { BodyType } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import type { DefinedSchema } from '../question/operand-schema.js'
import type { RuleVocabulary } from '../question/vocabulary.js'
import type { ColumnValues } from './body-columns.js'

export interface BodyAuthoringForm {
  readonly type: BodyType
  /** An example body for error messages. */
  readonly example: string
  /** `at` is the JSON pointer to the schema's definitions. */
  schema(types: Pick<EngineTypes, 'termTypes' | 'functions'>, at?: string): DefinedSchema
  /** Converts an authored body into columns; omitted keys become null. Returns a refusal if the body has the wrong shape. */
  columns(authored: ColumnValues): ColumnValues | Refusal
  /** Converts stored columns into the authored body. */
  read(columns: ColumnValues): ColumnValues
  /** The path in the authored body that corresponds to a column. */
  toPath(column: string): string
  /** Position of a syntax error in characters, counted from 0. Null if there is none or the position is unknown. */
  findErrorPosition?(columns: ColumnValues, types: Pick<EngineTypes, 'functions'>): number | null
  /** Validates references against the product and returns the columns to store. Paths of refusals start with the column. */
  check(
    columns: ColumnValues,
    vocabulary: RuleVocabulary,
  ): { readonly columns: ColumnValues; readonly refusals: readonly Refusal[] }
}

/** A refusal for the first unknown key of a body, or null. */
export function refuseUnknownKey(body: ColumnValues, validKeys: readonly string[], label: string, path = ''): Refusal | null {
  const unknown = Object.keys(body).find((key) => !validKeys.includes(key))
  if (unknown === undefined) return null
  const name = unknown.slice(0, 60)
  // No suggestion for a single letter: it is similar to every other single letter.
  const hint = name.length > 1 ? suggestName(name, validKeys) : ''
  const message = createMessage('authoring.keyUnknownIn', { name, label, hint, names: validKeys.join(', ') })
  return new Refusal(message, 'UNKNOWN_FIELD', `${path}${name}`)
}
