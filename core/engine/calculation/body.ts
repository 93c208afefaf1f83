// The contract of a kind of calculation body: how it is read, what it names, how it is bound. Shared code asks it, never the type's name.
// What authors write stands in its form (form.ts), how a value came about in its trace (trace.ts): a shop front carries neither.
import type { Reference } from '../../ground/property/kind.js'
import type { Binder } from '../program/bind.js'
import type { Skeleton } from '../program/operand-binder.js'
import type { StateView } from '../program/state-view.js'
import type { Notes } from '../program/graph.js'
import type { BodyType, CalculationSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import type { Operand } from '../question/operand.js'
import type { Read } from './arithmetic.js'
import type { Term } from './stored.js'

export type TypedTerm = Extract<Term, { kind: 'typed' }>

/** What the leaves of a body are bound to. */
export interface Leaves {
  readonly program: Skeleton
  readonly binder: Binder
  readonly notes: Notes
}

/** A kind of body as it is declared; `Parsed` is what its functions share. */
interface BodyDefinition<Parsed> {
  /** The calculation's type, which is also the key of its body. */
  readonly type: BodyType
  /** The column that an author mends where the body names what is not there. */
  readonly field: string
  /** null where there is no body, or none that can be read. */
  parse(calculation: CalculationSource, types: Pick<EngineTypes, 'functions'>): Parsed | null
  /** The ids that it holds. */
  references(parsed: Parsed, types: EngineTypes): readonly Reference[]
  /** What its value is made of; totals are left out, they make no loop (domain §5). */
  operands(parsed: Parsed, types: EngineTypes): readonly Operand[]
  /** Its terms of plugged-in types, which may need something from outside. */
  typedTerms?(parsed: Parsed): Iterable<TypedTerm>
  /** The closure that yields its value, NaN for null; null where it is malformed. */
  compile(parsed: Parsed, leaves: Leaves): Read<StateView> | null
}

/** The same for a calculation as it is stored; one that cannot be read names nothing and yields null. */
export interface Body extends Pick<BodyDefinition<never>, 'type' | 'field'> {
  references(calculation: CalculationSource, types: EngineTypes): readonly Reference[]
  operands(calculation: CalculationSource, types: EngineTypes): readonly Operand[]
  typedTerms(calculation: CalculationSource, types: EngineTypes): Iterable<TypedTerm>
  compile(calculation: CalculationSource, leaves: Leaves): Read<StateView> | null
}

export function defineBody<Parsed>(definition: BodyDefinition<Parsed>): Body {
  const { type, field, parse } = definition
  const read = <T>(calculation: CalculationSource, types: EngineTypes, otherwise: T, use: (parsed: Parsed) => T): T => {
    const parsed = parse(calculation, types)
    return parsed === null ? otherwise : use(parsed)
  }
  return {
    type,
    field,
    references: (calculation, types) => read(calculation, types, [], (parsed) => definition.references(parsed, types)),
    operands: (calculation, types) => read(calculation, types, [], (parsed) => definition.operands(parsed, types)),
    typedTerms: (calculation, types) =>
      read<Iterable<TypedTerm>>(calculation, types, [], (parsed) => definition.typedTerms?.(parsed) ?? []),
    compile: (calculation, leaves) =>
      read(calculation, leaves.program.types, null, (parsed) => definition.compile(parsed, leaves)),
  }
}
