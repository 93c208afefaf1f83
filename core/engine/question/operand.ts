// What a condition or a term reads: the operand that its type resolves to, and what a type with code of its own may read.
import type { PropertyMap } from '../../ground/property/kind.js'
import type { DeclaredEntity, InputOf, RecordOf, WireRecord } from '../../ground/property/typing.js'
import type { Scalar } from './value.js'

/** A field of a question (domain §2), a calculation's result, or a field of the customer's group. */
export type Operand =
  | { readonly question: number; readonly field: string; readonly answerId?: number | undefined }
  | { readonly calculation: number }
  | { readonly customerGroup: string }

/** Arguments of one condition or term as stored, operator and value excepted. */
export type Arguments = Readonly<Record<string, unknown>>

/** What a type with an `evaluate` of its own reads. Only questions and calculations that its properties refer to can be read. */
export interface Reader {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The held selection, or null. */
  selection(questionId: number): string | null
  /** The calculation's result, or null. */
  calculation(calculationId: number): number | null
  /** A field of the customer's group, or null. */
  customerGroup(field: string): Scalar | null
}

/** What `load` may ask for before an evaluation; records are typed where the entity is given by its declaration. */
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

/** One key of an authoring form: where it is stored and what it takes. */
export interface AuthoringKey {
  /** The key of the stored object. */
  readonly stored: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly required: boolean
  /** The entity of the record whose id it takes: copies of a rule name the copies of what it names. */
  readonly entity?: 'answer' | 'calculation' | 'question'
  /** Stored where the author leaves it out, and left out again when read. */
  readonly default?: Scalar
}

/**
 * A short authoring form besides the generic one: the object that has the key `marker`. Key order is the order in which
 * the form is read back.
 */
export interface AuthoringForm {
  readonly marker: string
  readonly keys: Readonly<Record<string, AuthoringKey>>
  /** One sentence for authors: what the form means. */
  readonly meaning: string
}

/** What question fields, conditions and terms have in common: a name, a label and arguments by property definitions. */
export interface OperandType<Loaded, P extends PropertyMap = PropertyMap> {
  /** Stored as `type`; unique among its kind. */
  readonly name: string
  readonly label: string
  /** The arguments; a property that refers to a question or a calculation makes the type depend on it. */
  readonly properties: P
  /** The short form in which authors write it; without one they write `{condition: <name>, …}` or `{term: <name>, …}`. */
  readonly authoring?: AuthoringForm
  /** Fetches what the evaluation needs from outside, once for all uses in a product, before it starts. */
  load?(uses: readonly InputOf<P>[], outside: Outside): Promise<Loaded>
}
