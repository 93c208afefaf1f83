// Everything that is not the product but changes what it shows and costs. Plain data.
import type { Scalar } from '../question/value.js'

export interface EvaluationContext {
  /** null = no group: no override applies and no group field yields a value. */
  readonly customerGroupId: number | null
  /** The group's fields that rules and terms may read, by wire name. */
  readonly customerGroup: Readonly<Record<string, Scalar | null>>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What condition and term types loaded beforehand, by `condition:<name>` and `term:<name>`. */
  readonly loaded?: Readonly<Record<string, unknown>>
  /** Sentences in the caller's language in place of the English ones (program/wording.ts). */
  readonly wording?: Readonly<Record<string, string>>
}
