// The operands of conditions and terms, and the contracts of condition types, term types and functions.
import type { PropertyMap, JsonSchema, Reference, Repoint } from '../../foundation/property/kind.js'
import { nameProperties } from '../../foundation/property/property-map.js'
import type { DeclaredEntity, InputOf, RecordOf, WireRecord } from '../../foundation/property/typing.js'
import type { Scalar, FieldKind } from './value.js'
import { parseId } from './question-type.js'

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

// Generates the JSON Schema of the short forms of conditions and terms.

/** A schema and its definitions. Functions take the location of the definitions as `at`. */
export interface DefinedSchema {
  readonly schema: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/** The location of definitions in a separate schema document. */
export const ownDefinitions = '#/$defs'

/** An object with exactly these keys. */
export function closedObject(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
  description: string,
): JsonSchema {
  return { type: 'object', description, properties, required, additionalProperties: false }
}

function formSchema(form: AuthoringForm, additional: Readonly<Record<string, unknown>>, required: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(form.keys).map(([name, key]) => [
      name,
      key.default === undefined ? key.schema : { ...key.schema, default: key.default },
    ]),
  )
  const requiredKeys = Object.entries(form.keys).flatMap(([name, key]) => (key.required ? [name] : []))
  return closedObject({ ...properties, ...additional }, [...requiredKeys, ...required], form.meaning)
}

/** The schemas of all short forms. */
export function shortFormSchemas(
  types: Iterable<Pick<OperandType<never>, 'authoring'>>,
  additional: Readonly<Record<string, unknown>> = {},
  required: readonly string[] = [],
): readonly JsonSchema[] {
  return [...types].flatMap(({ authoring }) => (authoring ? [formSchema(authoring, additional, required)] : []))
}

// The arguments of condition and term types, and the records that they reference.

/** The records that an operand references. */
export function operandReferences(operand: Operand): readonly Reference[] {
  if ('calculation' in operand) return [{ entity: 'calculation', id: operand.calculation }]
  if ('customerGroup' in operand) return []
  const question = { entity: 'question', id: operand.question }
  return operand.answerId === undefined ? [question] : [question, { entity: 'answer', id: operand.answerId }]
}

/** The arguments for a computed type: converted, validated and with default values. Null if an argument is missing or invalid. */
export function prepareArguments(type: Pick<OperandType<never>, 'properties'>, args: Arguments): Arguments | null {
  const prepared: Record<string, unknown> = {}
  for (const property of Object.values(nameProperties(type.properties))) {
    const stored = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    const value = stored ?? property.default ?? null
    if (value === null && property.required) return null
    if (value === null) continue
    if (property.kind.validate(value, property).length > 0) return null
    prepared[property.name] = value
  }
  return prepared
}

/** The records that the arguments of a computed type reference. */
export function argumentReferences(type: Pick<OperandType<never>, 'properties'>, args: Arguments): readonly Reference[] {
  return Object.values(nameProperties(type.properties)).flatMap((property) => {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    return value === null || value === undefined ? [] : (property.kind.references?.(value, property) ?? [])
  })
}

/** Replaces the record ids in stored arguments: ids in keys of the short form, and ids in properties. */
export function repointArguments(
  { properties, authoring }: Pick<OperandType<never>, 'authoring' | 'properties'>,
  args: Arguments,
  to: Repoint,
): Arguments {
  const result: Record<string, unknown> = { ...args }
  for (const { stored, entity } of Object.values(authoring?.keys ?? {})) {
    const id = parseId(String(args[stored] ?? ''))
    if (entity !== undefined && id > 0) result[stored] = to.idOf(entity, id)
  }
  for (const property of Object.values(nameProperties(properties))) {
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    if (value !== null && value !== undefined && property.kind.repoint) {
      result[property.name] = property.kind.repoint(value, property, to)
    }
  }
  return result
}

// Term types, and functions that formulas and code can call.

/** A term type that only declares which operand it reads. */
export interface OperandTerm extends OperandType<never> {
  /** Returns null if the stored arguments are invalid. The calculation then evaluates to null. */
  operand(args: Arguments): TermOperand | null
}

/** The contracts of term types and of functions that formulas and code can call. */
export interface TermOperand {
  readonly reads: Operand
  /** The number to use if the operand is null. Default 0. */
  readonly fallback?: number | undefined
  /** If set, the term is 1 if the operand equals this value, otherwise 0. */
  readonly equals?: Scalar | undefined
}

/**
 * A term type that computes its value. It must be pure and synchronous. If an argument is missing or invalid, the calculation
 * evaluates to null.
 */
export interface ComputedTerm<Loaded = unknown, P extends PropertyMap = PropertyMap> extends OperandType<Loaded, P> {
  /** The value of the term. Null counts as 0. */
  evaluate(args: InputOf<P>, reader: Reader, loaded: Loaded): number | null
}

export type TermType = OperandTerm | ComputedTerm

/** Declares a computed term type. Its properties determine the types of its arguments. */
export function defineTermType<const P extends PropertyMap, Loaded = unknown>(
  type: ComputedTerm<Loaded, P>,
): ComputedTerm<Loaded, P> {
  return Object.freeze(type)
}

/** A numeric function for formulas and code. */
export interface FunctionDefinition {
  /** The name that authors write, for example `round`. */
  readonly name: string
  readonly description: string
  /** The number of required parameters. */
  readonly required: number
  /** The number of optional parameters; `any` = unlimited. */
  readonly optional: number | 'any'
  /** Must be pure. A null result counts as 0. */
  evaluate(...parameters: readonly number[]): number | null
}

// Condition types: each determines the left side of a condition.

/** A condition type that only declares an operand. Its kind, operators and dependencies follow from the operand. */
export interface OperandCondition extends OperandType<never> {
  /** Null if the stored arguments are invalid. The whole rule is then malformed. */
  operand(args: Arguments): Operand | null
}

/**
 * A condition type that computes the left side. Must be pure and synchronous. A rule with a missing or invalid argument is
 * malformed.
 */
export interface ComputedCondition<Loaded = unknown, P extends PropertyMap = PropertyMap> extends OperandType<Loaded, P> {
  readonly kind: Exclude<FieldKind, 'choice'>
  /** The left side, or null if there is none. */
  evaluate(args: InputOf<P>, reader: Reader, loaded: Loaded): Scalar | null
}

/** The contract of a condition type. It determines the left side of a condition. */
export type ConditionType = OperandCondition | ComputedCondition

/** Declares a computed condition type. Its properties determine the types of its arguments. */
export function defineConditionType<const P extends PropertyMap, Loaded = unknown>(
  type: ComputedCondition<Loaded, P>,
): ComputedCondition<Loaded, P> {
  return Object.freeze(type)
}
