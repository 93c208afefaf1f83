// The operands of conditions and terms, and the contract of their types.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { DeclaredEntity, InputOf, RecordOf, WireRecord } from '../../foundation/property/typing.js'
import type { Scalar } from './value.js'

/** A field of a question, the result of a calculation, or a field of the customer's group. */
export type Operand =
  | { readonly question: number; readonly field: string; readonly answerId?: number | undefined }
  | { readonly calculation: number }
  | { readonly customerGroup: string }

/** The stored arguments of a condition or term, without operator and value. */
export type Arguments = Readonly<Record<string, unknown>>

/**
 * Gives a computed type access to the configuration. It can read only the questions and calculations that its properties
 * reference.
 */
export interface Reader {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The selection of a question, or null. */
  selection(questionId: number): string | null
  /** The result of a calculation, or null. */
  calculation(calculationId: number): number | null
  /** A field of the customer's group, or null. */
  customerGroup(field: string): Scalar | null
}

/** Data access for `load`. Records are typed if the caller passes the declaration of the entity. */
export interface Outside {
  readonly now: number
  read<P extends PropertyMap>(entity: DeclaredEntity<P>, id: number): Promise<RecordOf<DeclaredEntity<P>> | null>
  read(entity: string, id: number): Promise<WireRecord | null>
  find<P extends PropertyMap>(
    entity: DeclaredEntity<P>,
    property: keyof P & string,
    value: unknown,
  ): Promise<readonly RecordOf<DeclaredEntity<P>>[]>
  find(entity: string, property: string, value: unknown): Promise<readonly WireRecord[]>
}

/** A key of an authoring form: its stored name and its schema. */
export interface AuthoringKey {
  /** The key in the stored object. */
  readonly stored: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly required: boolean
  /** The entity whose id the key contains. When a product is copied, the id is replaced by that of the copy. */
  readonly entity?: 'answer' | 'calculation' | 'question'
  /** Stored if the author omits the key, and omitted again when read. */
  readonly default?: Scalar
}

/**
 * A short authoring form in addition to the generic one: the object with the key `marker`. The key order is used when the form
 * is generated.
 */
export interface AuthoringForm {
  readonly marker: string
  readonly keys: Readonly<Record<string, AuthoringKey>>
  /** The meaning of the form, one sentence for authors. */
  readonly meaning: string
}

/** The common part of condition and term types: a name, a label and arguments. */
export interface OperandType<Loaded, P extends PropertyMap = PropertyMap> {
  /** Stored as `type`. Unique among types of the same sort. */
  readonly name: string
  readonly label: string
  /** The arguments. A property that references a question or calculation creates a dependency on it. */
  readonly properties: P
  /** The short form for authors. Without it they write `{condition: <name>, …}` or `{term: <name>, …}`. */
  readonly authoring?: AuthoringForm
  /** Loads data from outside the engine before an evaluation starts, once for all uses in a product. */
  load?(uses: readonly InputOf<P>[], outside: Outside): Promise<Loaded>
}
