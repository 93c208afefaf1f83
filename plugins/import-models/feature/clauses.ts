// Converts constraints of a feature model to clauses, and assigns each to the last question that it involves.
import { createMessage, type FileFindings } from 'product-configurator-service'
import {
  type Constraint,
  type Formula,
  type Decisions,
  type DecisionLiteral,
  noSelection,
  type DecisionVariable,
  type Decision,
} from './define.js'

/** Allowed values by variable: at least one variable must have one of its values. They may include `nothing`. */
export type Clause = ReadonlyMap<DecisionVariable, ReadonlySet<number>>

/** Maximum number of clauses of one constraint. */
const maxClauses = 2_000

/** Maximum number of values in all clauses of a model: a clause over a large group has as many values as the group. */
const maxClauseValues = 2_000_000

class ClauseLimitError extends Error {}

/** Remaining capacity of a model. */
export interface ClauseBudget {
  values: number
}

export const createClauseBudget = (): ClauseBudget => ({ values: maxClauseValues })

/** Every value that the variable can have. */
const listVariableValues = ({ values }: DecisionVariable): readonly number[] => [...values, noSelection]

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
function removeImpliedClauses(clauses: readonly Clause[]): readonly Clause[] {
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
        ? createMessage('models.tooManyAlternatives')
        : createMessage('models.constraintTooLarge', { text, most: maxClauses }),
      line,
    )
    return []
  }
}

/** Assigns each clause to the last question that it involves, as a rule that references only earlier questions. */
export interface Placement {
  /** Clauses that an answer requires, by question and index of the answer. */
  readonly rules: ReadonlyMap<Decision, ReadonlyMap<number, readonly Clause[]>>
  /** Answers that no configuration has. */
  readonly never: ReadonlyMap<Decision, ReadonlySet<number>>
  /** Multi-select questions with a clause that requires one of their answers; they must be split into separate questions. */
  readonly unplaced: ReadonlySet<Decision>
  /** True if no configuration satisfies all constraints. */
  readonly isVoid: boolean
}

/** Maximum number of clauses at answers; a clause counts once per answer. */
const maxPlacedClauses = 50_000

class ClausePlacer {
  readonly rules = new Map<Decision, Map<number, Clause[]>>()
  readonly never = new Map<Decision, Set<number>>()
  readonly unplaced = new Set<Decision>()
  isVoid = false
  private count = 0
  private readonly waiting: Clause[]

  constructor(clauses: readonly Clause[]) {
    this.waiting = [...clauses].reverse()
  }

  run(): void {
    for (let clause = this.waiting.pop(); clause; clause = this.waiting.pop()) this.place(clause)
  }

  private place(clause: Clause): void {
    if ([...clause].some(([variable, values]) => values.size === listVariableValues(variable).length)) return
    if (clause.size === 0) {
      this.isVoid = true
      return
    }
    const [last, values] = [...clause].reduce((a, b) => (b[0].index > a[0].index ? b : a))
    const rest = new Map([...clause].filter(([variable]) => variable !== last))
    const isWithin = [...rest.keys()].some(({ decision }) => decision === last.decision)
    if (last.isTick && (isWithin || !values.has(noSelection))) {
      this.unplaced.add(last.decision)
      return
    }
    const premise = reduceClause(rest, last)
    if (premise !== null) for (const value of last.values) if (!values.has(value)) this.rule(last.decision, value, premise)
    if (!values.has(noSelection)) this.unanswered(rest, last.decision.parent)
  }

  /** If the question does not apply, the rest of the clause must hold. */
  private unanswered(rest: Clause, parent: DecisionLiteral | null): void {
    if (parent === null) return
    const { variable, value } = parent
    this.waiting.push(new Map([...rest, [variable, new Set([...(rest.get(variable) ?? []), value])]]))
  }

  private rule(decision: Decision, value: number, clause: Clause): void {
    if (clause.size === 0) {
      this.dead(decision, value)
      return
    }
    const rules = this.rules.get(decision) ?? new Map<number, Clause[]>()
    this.rules.set(decision, rules)
    const list = rules.get(value) ?? []
    rules.set(value, list)
    list.push(clause)
    if (++this.count > maxPlacedClauses) throw new ClauseLimitError()
  }

  private dead(decision: Decision, value: number): void {
    const dead = this.never.get(decision) ?? new Set<number>()
    this.never.set(decision, dead)
    if (dead.has(value)) return
    dead.add(value)
    if (dead.size < decision.answers.length) return
    // A question without answers cannot be reached, so its parent answer is excluded, too.
    const { parent } = decision
    if (parent === null) this.isVoid = true
    else
      this.waiting.push(
        new Map([
          [parent.variable, new Set(listVariableValues(parent.variable).filter((otherValue) => otherValue !== parent.value))],
        ]),
      )
  }
}

/** The rest of a clause, given that the variable's question and its ancestors apply; null if the clause then holds. */
function reduceClause(rest: Clause, { decision }: DecisionVariable): Clause | null {
  const reducedClause = new Map(rest)
  for (let parent = decision.parent; parent !== null; parent = parent.variable.decision.parent) {
    const values = reducedClause.get(parent.variable)
    if (values?.has(parent.value)) return null
    reducedClause.delete(parent.variable)
  }
  return reducedClause
}

/** null for too many rules. */
export function placeClauses(clauses: readonly Clause[]): Placement | null {
  const placing = new ClausePlacer(removeImpliedClauses(clauses))
  try {
    placing.run()
  } catch (error) {
    if (error instanceof ClauseLimitError) return null
    throw error
  }
  const rules = new Map(
    [...placing.rules].map(([decision, of]) => [
      decision,
      new Map([...of].map(([value, list]) => [value, removeImpliedClauses(list)])),
    ]),
  )
  return { rules, never: placing.never, unplaced: placing.unplaced, isVoid: placing.isVoid }
}
