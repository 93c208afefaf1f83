// Constraints as clauses over what questions hold: each clause wants one of its variables to hold one of some values.
import type { ModelFindings } from '../findings.js'
import type { Constraint, Formula } from './define.js'
import { type Decisions, type Literal, nothing, type Variable } from './decisions.js'

/** By variable, the values of which one is to be held; `nothing` among them. */
export type Clause = ReadonlyMap<Variable, ReadonlySet<number>>

/** Clauses that one constraint may become. */
const mostClauses = 2_000

/** Values in all clauses of a model: one over a large group holds as many as the group has. */
const mostValues = 2_000_000

export class TooMany extends Error {}

/** What a model may still spend. */
export interface Budget {
  values: number
}

export const fullBudget = (): Budget => ({ values: mostValues })

/** Every value that the variable can hold. */
export const allValues = ({ values }: Variable): readonly number[] => [...values, nothing]

export function literalClause({ variable, value }: Literal, isHeld: boolean): Clause {
  const values = isHeld ? [value] : allValues(variable).filter((one) => one !== value)
  return new Map([[variable, new Set(values)]])
}

/** null: it holds whatever is selected. */
function union(a: Clause, b: Clause): Clause | null {
  const joined = new Map(a)
  for (const [variable, values] of b) {
    const own = joined.get(variable)
    const both = own ? new Set([...own, ...values]) : values
    if (both.size === variable.values.length + 1) return null
    joined.set(variable, both)
  }
  return joined
}

function isWithin(a: Clause, b: Clause): boolean {
  if (a.size > b.size) return false
  for (const [variable, values] of a) {
    const other = b.get(variable)
    if (!other || values.size > other.size) return false
    for (const value of values) if (!other.has(value)) return false
  }
  return true
}

/** Without those that follow from another one. */
export function shortest(clauses: readonly Clause[]): readonly Clause[] {
  const kept: Clause[] = []
  for (const clause of [...clauses].sort((a, b) => a.size - b.size))
    if (!kept.some((one) => isWithin(one, clause))) kept.push(clause)
  return kept.filter((clause) => !kept.some((other) => other !== clause && isWithin(other, clause)))
}

class Forming {
  private readonly known = [new Map<Formula, readonly Clause[]>(), new Map<Formula, readonly Clause[]>()] as const

  constructor(
    private readonly literals: Decisions['literals'],
    private readonly budget: Budget,
  ) {}

  private spend(clauses: readonly Clause[]): readonly Clause[] {
    for (const clause of clauses) for (const values of clause.values()) this.budget.values -= values.size
    if (this.budget.values < 0) throw new TooMany()
    return clauses
  }

  /** The clauses that say what the formula says, or where `isNot`, that it does not hold. TooMany beyond the bound. */
  of(formula: Formula, isNot: boolean): readonly Clause[] {
    // Equivalences share their parts: a chain of them would be walked without end.
    const known = this.known[isNot ? 1 : 0]
    const found = known.get(formula) ?? this.formed(formula, isNot)
    known.set(formula, found)
    return found
  }

  private formed(formula: Formula, isNot: boolean): readonly Clause[] {
    if (formula.kind === 'not') return this.of(formula.of, !isNot)
    if (formula.kind === 'feature') {
      const literal = this.literals.get(formula.name) ?? null
      if (literal === null) return isNot ? [new Map()] : []
      return this.spend([literalClause(literal, !isNot)])
    }
    const parts = formula.parts.map((part) => this.of(part, isNot))
    if ((formula.kind === 'and') !== isNot) return shortest(bounded(parts.flat()))
    let found: readonly Clause[] = [new Map()]
    for (const part of parts) {
      if (found.length * part.length > mostClauses * 2) throw new TooMany()
      found = this.spend(bounded(shortest(found.flatMap((a) => part.flatMap((b) => union(a, b) ?? [])))))
    }
    return found
  }
}

function bounded(clauses: readonly Clause[]): readonly Clause[] {
  if (clauses.length > mostClauses) throw new TooMany()
  return clauses
}

/** A blocker for a constraint that becomes too many. */
export function clausesOf(
  { formula, text, line }: Constraint,
  decisions: Decisions,
  budget: Budget,
  findings: ModelFindings,
): readonly Clause[] {
  try {
    return new Forming(decisions.literals, budget).of(formula, false)
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
    findings.blocker(
      'constraint-too-large',
      budget.values < 0
        ? 'The constraints name more alternatives of large groups than rules can.'
        : `The constraint '${text}' becomes more than ${mostClauses} rules; write it as several shorter ones.`,
      line,
    )
    return []
  }
}
