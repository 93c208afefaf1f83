// The contract of the form in which authors write a kind of calculation body, beside the columns that hold it (spec 2.5).
import { didYouMean } from '../../ground/nearest.js'
import { Refusal } from '../../ground/property/kind.js'
import type { BodyType } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import type { DefinedSchema } from '../question/operand-schema.js'
import type { Vocabulary } from '../question/vocabulary.js'
import type { Columns } from './columns.js'

export interface BodyForm {
  readonly type: BodyType
  /** One body as an author would send it, for refusals. */
  readonly example: string
  /** `at` is where the definitions will stand. */
  schema(types: Pick<EngineTypes, 'termTypes' | 'functions'>, at?: string): DefinedSchema
  /** The columns that an authored body fills, whatever it leaves out emptied; a refusal where it has not the body's shape. */
  columns(authored: Columns): Columns | Refusal
  /** What authors see of a body's record. */
  read(columns: Columns): Columns
  /** The place in the authored body that a column stands for. */
  place(column: string): string
  /** The character, counted from 0, at which a body that is one text cannot be read; null where it can, or that is not known. */
  wrongAt?(columns: Columns, types: Pick<EngineTypes, 'functions'>): number | null
  /** Judges what the columns name against the product, and gives them as they are stored; paths begin with the column. */
  judge(columns: Columns, vocabulary: Vocabulary): { readonly columns: Columns; readonly refusals: readonly Refusal[] }
}

/** A refusal of the first key that a body does not take; null where it takes all. */
export function unknownKey(body: Columns, known: readonly string[], what: string, path = ''): Refusal | null {
  const unknown = Object.keys(body).find((key) => !known.includes(key))
  if (unknown === undefined) return null
  const name = unknown.slice(0, 60)
  // Next to a single letter every letter looks meant.
  const hint = name.length > 1 ? didYouMean(name, known) : ''
  const message = `Unknown key '${name}' in '${what}'.${hint} It takes ${known.join(', ')}.`
  return new Refusal(message, 'UNKNOWN_FIELD', `${path}${name}`)
}
