// The contract of a kind of calculation body: how it is read, what it names, how it is bound and traced. Shared code asks it, never the type's name.
import type { Reference } from '../../ground/property/kind.js'
import type { Amount } from '../money/amount.js'
import type { Binder, Skeleton } from '../program/bind.js'
import type { Cells } from '../program/cells.js'
import type { Notes } from '../program/graph.js'
import type { BodySource, BodyType, CalculationSource } from '../program/source.js'
import type { State } from '../program/state.js'
import type { Detail, TraceLine, Warning } from '../program/trace.js'
import type { EngineTypes } from '../program/types.js'
import type { Operand } from '../question/operand.js'
import type { Read } from './arithmetic.js'
import type { Term } from './stored.js'

/** A body's record, or what was sent for it: values by column. */
export type Columns = Readonly<Record<string, unknown>>
export type TypedTerm = Extract<Term, { kind: 'typed' }>

/** What the leaves of a body are bound to. */
export interface Leaves {
  readonly program: Skeleton
  readonly binder: Binder
  readonly notes: Notes
}

/** One calculation that is being traced in a state; `amount` is its value times `factor`. */
export interface Tracing extends Leaves {
  readonly state: State
  readonly factor: number
  readonly amount: Amount
  /** The line of another calculation. */
  calculation(node: number, factor: number): TraceLine
}

export interface BodyTrace {
  readonly parts: readonly TraceLine[]
  readonly details: readonly Detail[]
  readonly warnings: readonly Warning[]
}

/** A kind of body as it is declared; `Parsed` is what its functions share. */
interface BodyDefinition<Parsed> {
  /** The calculation's type, which is also the key of its body. */
  readonly type: BodyType
  /** The column that an author mends where the body names what is not there. */
  readonly field: string
  /** The body as the engine takes it, of the columns that hold it. */
  source(columns: Columns): BodySource
  /** null where there is no body, or none that can be read. */
  parse(calculation: CalculationSource, types: Pick<EngineTypes, 'functions'>): Parsed | null
  /** The ids that it holds. */
  references(parsed: Parsed, types: EngineTypes): readonly Reference[]
  /** What its value is made of; totals are left out, they make no loop (domain §5). */
  operands(parsed: Parsed, types: EngineTypes): readonly Operand[]
  /** Its terms of plugged-in types, which may need something from outside. */
  typedTerms?(parsed: Parsed): Iterable<TypedTerm>
  /** The closure that yields its value, NaN for null; null where it is malformed. */
  compile(parsed: Parsed, leaves: Leaves): Read<Cells> | null
  /** How its value came about; null where it is malformed. */
  trace(parsed: Parsed, tracing: Tracing): BodyTrace | null
}

/** The same for a calculation as it is stored; one that cannot be read names nothing and yields null. */
export interface Body extends Pick<BodyDefinition<never>, 'type' | 'field' | 'source'> {
  references(calculation: CalculationSource, types: EngineTypes): readonly Reference[]
  operands(calculation: CalculationSource, types: EngineTypes): readonly Operand[]
  typedTerms(calculation: CalculationSource, types: EngineTypes): Iterable<TypedTerm>
  compile(calculation: CalculationSource, leaves: Leaves): Read<Cells> | null
  trace(calculation: CalculationSource, tracing: Tracing): BodyTrace | null
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
    source: (columns) => definition.source(columns),
    references: (calculation, types) => read(calculation, types, [], (parsed) => definition.references(parsed, types)),
    operands: (calculation, types) => read(calculation, types, [], (parsed) => definition.operands(parsed, types)),
    typedTerms: (calculation, types) =>
      read<Iterable<TypedTerm>>(calculation, types, [], (parsed) => definition.typedTerms?.(parsed) ?? []),
    compile: (calculation, leaves) =>
      read(calculation, leaves.program.types, null, (parsed) => definition.compile(parsed, leaves)),
    trace: (calculation, tracing) =>
      read(calculation, tracing.program.types, null, (parsed) => definition.trace(parsed, tracing)),
  }
}

/** The id that a column holds, or null. */
export function idIn(columns: Columns, column: string): number | null {
  const id = columns[column]
  return typeof id === 'number' ? id : null
}

/** A figure for a trace: null stands for NaN. */
export const nullable = (value: number): number | null => (Number.isNaN(value) ? null : value)
