// Converts constraints of a feature model to clauses: a clause holds if one of its variables has an allowed value.
import type { FileFindings } from 'product-configurator-service'
import type { Constraint, Formula } from './define.js'
import { type Decisions, type DecisionLiteral, noSelection, type DecisionVariable } from './decisions.js'

/** Allowed values by variable: at least one variable must have one of its values. They may include `nothing`. */
export type Clause = ReadonlyMap<DecisionVariable, ReadonlySet<number>>

/** Maximum number of clauses of one constraint. */
const maxClauses = 2_000

/** Maximum number of values in all clauses of a model: a clause over a large group has as many values as the group. */
const maxClauseValues = 2_000_000

export class ClauseLimitError extends Error {}

/** Remaining capacity of a model. */
export interface ClauseBudget {
  values: number
}

export const createClauseBudget = (): ClauseBudget => ({ values: maxClauseValues })

/** Every value that the variable can have. */
export const listVariableValues = ({ values }: DecisionVariable): readonly number[] => [...values, noSelection]

export function createLiteralClause({ variable, value }: DecisionLiteral, isPositive: boolean): Clause {
  const values = isPositive ? [value] : listVariableValues(variable).filter((otherValue) => otherValue !== value)
  return new Map([[variable, new Set(values)]])
}

/** null: the clause is always true. */
function uniteClauses(a: Clause, b: Clause): Clause | null {
  const joined = new Map(a)
  for (const [variable, values] of b) {
    const own = joined.get(variable)
    const both = own ? new Set([...own, ...values]) : values
    if (both.size === variable.values.length + 1) return null
    joined.set(variable, both)
  }
  return joined
}

function isSubclause(a: Clause, b: Clause): boolean {
  if (a.size > b.size) return false
  for (const [variable, values] of a) {
    const other = b.get(variable)
    if (!other || values.size > other.size) return false
    for (const value of values) if (!other.has(value)) return false
  }
  return true
}

/** Removes clauses that follow from another clause. */
export function removeImpliedClauses(clauses: readonly Clause[]): readonly Clause[] {
  const minimalClauses: Clause[] = []
  for (const clause of [...clauses].sort((a, b) => a.size - b.size))
    if (!minimalClauses.some((minimalClause) => isSubclause(minimalClause, clause))) minimalClauses.push(clause)
  return minimalClauses.filter((clause) => !minimalClauses.some((other) => other !== clause && isSubclause(other, clause)))
}

class ClauseBuilder {
  private readonly known = [new Map<Formula, readonly Clause[]>(), new Map<Formula, readonly Clause[]>()] as const

  constructor(
    private readonly literals: Decisions['literals'],
    private readonly budget: ClauseBudget,
  ) {}

  private spend(clauses: readonly Clause[]): readonly Clause[] {
    for (const clause of clauses) for (const values of clause.values()) this.budget.values -= values.size
    if (this.budget.values < 0) throw new ClauseLimitError()
    return clauses
  }

  /** The clauses equivalent to the formula, or with `isNot` to its negation. TooMany beyond the limit. */
  of(formula: Formula, isNot: boolean): readonly Clause[] {
    // Equivalences share their parts; without this cache a chain of them would take exponential time.
    const cachedClauses = this.known[isNot ? 1 : 0]
    const clauses = cachedClauses.get(formula) ?? this.formed(formula, isNot)
    cachedClauses.set(formula, clauses)
    return clauses
  }

  private formed(formula: Formula, isNot: boolean): readonly Clause[] {
    if (formula.kind === 'not') return this.of(formula.of, !isNot)
    if (formula.kind === 'feature') {
      const literal = this.literals.get(formula.name) ?? null
      if (literal === null) return isNot ? [new Map()] : []
      return this.spend([createLiteralClause(literal, !isNot)])
    }
    const parts = formula.parts.map((part) => this.of(part, isNot))
    if ((formula.kind === 'and') !== isNot) return removeImpliedClauses(requireClauseLimit(parts.flat()))
    let clauses: readonly Clause[] = [new Map()]
    for (const part of parts) {
      if (clauses.length * part.length > maxClauses * 2) throw new ClauseLimitError()
      clauses = this.spend(
        requireClauseLimit(removeImpliedClauses(clauses.flatMap((a) => part.flatMap((b) => uniteClauses(a, b) ?? [])))),
      )
    }
    return clauses
  }
}

function requireClauseLimit(clauses: readonly Clause[]): readonly Clause[] {
  if (clauses.length > maxClauses) throw new ClauseLimitError()
  return clauses
}

/** Adds a blocker for a constraint with too many clauses. */
export function toClauses(
  { formula, text, line }: Constraint,
  decisions: Decisions,
  budget: ClauseBudget,
  findings: FileFindings,
): readonly Clause[] {
  try {
    return new ClauseBuilder(decisions.literals, budget).of(formula, false)
  } catch (error) {
    if (!(error instanceof ClauseLimitError)) throw error
    findings.blocker(
      'constraint-too-large',
      budget.values < 0
        ? 'The constraints name more alternatives of large groups than rules can.'
        : `The constraint '${text}' becomes more than ${maxClauses} rules; write it as several shorter ones.`,
      line,
    )
    return []
  }
}
