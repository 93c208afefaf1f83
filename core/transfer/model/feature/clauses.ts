// Constraints as clauses over what questions hold: each clause wants one of its variables to hold one of some values.
import type { ModelFindings } from '../findings.js'
import type { Constraint, Formula } from './define.js'
import { type Decisions, type Literal, nothing, type Variable } from './decisions.js'

/** By variable, the values of which one is to be held; `nothing` among them. */
export type Clause = ReadonlyMap<Variable, ReadonlySet<number>>

/** Clauses that one constraint may become. */
const mostClauses = 2_000

class TooMany extends Error {}

/** Every value that the variable can hold. */
export const allValues = ({ values }: Variable): readonly number[] => [...values, nothing]

export function literalClause({ variable, value }: Literal, isHeld: boolean): Clause {
  const values = isHeld ? [value] : allValues(variable).filter((one) => one !== value)
  return new Map([[variable, new Set(values)]])
}

/** null: it holds whatever is selected. */
export function union(a: Clause, b: Clause): Clause | null {
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

/** The clauses that say what the formula says, or where `isNot`, that it does not hold. TooMany beyond the bound. */
function clausesIn(formula: Formula, isNot: boolean, { literals }: Decisions): readonly Clause[] {
  if (formula.kind === 'not') return clausesIn(formula.of, !isNot, { literals } as Decisions)
  if (formula.kind === 'feature') {
    const literal = literals.get(formula.name) ?? null
    if (literal === null) return isNot ? [new Map()] : []
    return [literalClause(literal, !isNot)]
  }
  const parts = formula.parts.map((part) => clausesIn(part, isNot, { literals } as Decisions))
  if ((formula.kind === 'and') !== isNot) return bounded(shortest(bounded(parts.flat())))
  let found: readonly Clause[] = [new Map()]
  for (const part of parts) {
    if (found.length * part.length > mostClauses * 20) throw new TooMany()
    found = bounded(shortest(found.flatMap((a) => part.flatMap((b) => union(a, b) ?? []))))
  }
  return found
}

function bounded(clauses: readonly Clause[]): readonly Clause[] {
  if (clauses.length > mostClauses) throw new TooMany()
  return clauses
}

/** A blocker for a constraint that becomes too many. */
export function clausesOf({ formula, text, line }: Constraint, decisions: Decisions, findings: ModelFindings): readonly Clause[] {
  try {
    return clausesIn(formula, false, decisions)
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
    findings.blocker(
      'constraint-too-large',
      `The constraint '${text}' becomes more than ${mostClauses} rules; write it as several shorter ones.`,
      line,
    )
    return []
  }
}
