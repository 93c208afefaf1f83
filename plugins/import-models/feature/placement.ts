// Assigns each clause to the last question that it involves, as a rule that references only earlier questions.
import { listVariableValues, type Clause, removeImpliedClauses, ClauseLimitError } from './clauses.js'
import { type Decision, type DecisionLiteral, noSelection, type DecisionVariable } from './decisions.js'

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
