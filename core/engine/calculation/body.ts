// The contract of a calculation body: how it is parsed, which records it references, and how it is compiled.
// Shared code calls this contract and never compares type names. Authoring forms and traces have their own contracts, because
// the storefront does not load them.
import type { Reference } from '../../foundation/property/kind.js'
import type { Binder } from '../program/binder.js'
import type { PartialProgram } from '../program/operand-binder.js'
import type { StateView } from '../program/state-view.js'
import type { DependencyRecorder } from '../program/dependency-graph.js'
import type { BodyType, CalculationSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import type { Operand } from '../question/operand.js'
import type { NumberReader } from './arithmetic.js'
import type { Term } from './stored.js'

export type TypedTerm = Extract<Term, { kind: 'typed' }>

/** The context in which a body compiles its leaves for one product. */
export interface BindingContext {
  readonly program: PartialProgram
  readonly binder: Binder
  readonly recorder: DependencyRecorder
}

/** The definition of one kind of body. `Parsed` is the form that its functions share. */
interface BodyDefinition<Parsed> {
  /** The calculation type. Also the key of the body in a calculation. */
  readonly type: BodyType
  /** The column to which validation errors about missing records refer. */
  readonly field: string
  /** Returns null if the calculation has no body of this type or the body is malformed. */
  parse(calculation: CalculationSource, types: Pick<EngineTypes, 'functions'>): Parsed | null
  /** The records that the body references. */
  references(parsed: Parsed, types: EngineTypes): readonly Reference[]
  /** The operands from which the value is computed. Totals are omitted: they cannot form a loop. */
  operands(parsed: Parsed, types: EngineTypes): readonly Operand[]
  /** Terms of plugin types. They may need data from outside the engine. */
  typedTerms?(parsed: Parsed): Iterable<TypedTerm>
  /** Compiles the body into a closure that returns its value, NaN for null. Returns null for a malformed body. */
  compile(parsed: Parsed, leaves: BindingContext): NumberReader<StateView> | null
}

/** A body type, applied to stored calculations. A malformed body has no references and evaluates to null. */
export interface CalculationBody extends Pick<BodyDefinition<never>, 'type' | 'field'> {
  references(calculation: CalculationSource, types: EngineTypes): readonly Reference[]
  operands(calculation: CalculationSource, types: EngineTypes): readonly Operand[]
  typedTerms(calculation: CalculationSource, types: EngineTypes): Iterable<TypedTerm>
  compile(calculation: CalculationSource, leaves: BindingContext): NumberReader<StateView> | null
}

export function defineCalculationBody<Parsed>(definition: BodyDefinition<Parsed>): CalculationBody {
  const { type, field, parse } = definition
  const withParsed = <T>(calculation: CalculationSource, types: EngineTypes, fallback: T, use: (parsed: Parsed) => T): T => {
    const parsed = parse(calculation, types)
    return parsed === null ? fallback : use(parsed)
  }
  return {
    type,
    field,
    references: (calculation, types) => withParsed(calculation, types, [], (parsed) => definition.references(parsed, types)),
    operands: (calculation, types) => withParsed(calculation, types, [], (parsed) => definition.operands(parsed, types)),
    typedTerms: (calculation, types) =>
      withParsed<Iterable<TypedTerm>>(calculation, types, [], (parsed) => definition.typedTerms?.(parsed) ?? []),
    compile: (calculation, leaves) =>
      withParsed(calculation, leaves.program.types, null, (parsed) => definition.compile(parsed, leaves)),
  }
}
