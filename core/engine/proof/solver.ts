// The SAT solver of the proofs.
// Formulas are converted to clauses once and checked under assumptions. The only file that uses the solver library.
import { Cadical, loadCadical } from 'cadical-wasm'
import { FALSE, TRUE, type FormulaId, type Formulas } from './formulas.js'

/** A literal: the number of a variable, negative for its negation. Never 0. */
export type Literal = number

export type Verdict = 'yes' | 'no' | 'unknown'

/** Formulas in a solver. Every subject always has exactly one of its values. */
export interface Prover {
  /** A literal that is equivalent to the formula. */
  literal(formula: FormulaId): Literal
  /** A literal that holds if the subject has the value. */
  value(subject: number, value: number): Literal
  /** A new literal that activates constraints: they apply only while it is assumed. */
  switch(): Literal
  /** Adds a constraint that applies while the literal is assumed, or always if it is null. */
  require(under: Literal | null, formula: FormulaId): void
  /** Whether the time budget is used up. Callers with many checks should stop. */
  expired(): boolean
  /** Whether all assumptions can hold together. `unknown` if the time budget ended first. */
  possible(assumptions: readonly Literal[]): Verdict
  /** After `possible` returned yes: the value of every subject in the solution. 0 for subjects that occur in no constraint. */
  example(): Int32Array
  /** After `possible` returned no: a contradictory subset of the assumptions. */
  core(): readonly Literal[]
  /** Prefers solutions in which the literal holds. */
  prefer(literal: Literal): void
  /** Frees the memory of the solver. */
  dispose(): void
}

/** Maximum number of values of a subject that are written directly into a clause. More get a literal of their own. */
const maxInlineValues = 8

/** Number of conflicts in a search of a few milliseconds. */
const shortSearchConflicts = 500

/** `expired` is called during long searches. True ends them with the result `unknown`. */
export async function createProver(formulas: Formulas, sizes: readonly number[], expired: () => boolean): Promise<Prover> {
  const module = await loadCadical()
  let instance: Cadical | null = null
  let isWatched = false
  const literals = new Map<FormulaId, Literal>()
  /** By subject: the literal of its first value. 0 until it is needed. */
  const firsts = new Int32Array(sizes.length)
  let variables = 0
  const newVariable = (): Literal => ++variables

  const trueLiteral = newVariable()
  /** Created on first use, because the rules of most products need no solver. */
  const solver = (): Cadical => {
    if (instance) return instance
    instance = new Cadical(module, { quiet: true })
    instance.addClause([trueLiteral])
    return instance
  }
  literals.set(TRUE, trueLiteral)
  literals.set(FALSE, -trueLiteral)

  /** Pairwise encoding for few literals, sequential counter for many, so the number of clauses stays linear. */
  function addMutualExclusion(all: readonly Literal[]): void {
    if (all.length <= 6) {
      for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) solver().addClause([-a, -b])
      return
    }
    let prefix = all[0]!
    for (const literal of all.slice(1)) {
      solver().addClause([-prefix, -literal])
      const carry = newVariable()
      solver().addClause([-prefix, carry])
      solver().addClause([-literal, carry])
      prefix = carry
    }
  }

  /** Creates the literals of a subject. Exactly one literal holds. */
  function createSubject(subject: number): number {
    const first = variables + 1
    firsts[subject] = first
    variables += sizes[subject]!
    const all = Array.from({ length: sizes[subject]! }, (_, index) => first + index)
    solver().addClause(all)
    addMutualExclusion(all)
    return first
  }

  const value = (subject: number, index: number): Literal => (firsts[subject] || createSubject(subject)) + index

  const literal = (formula: FormulaId): Literal => {
    const existing = literals.get(formula)
    if (existing !== undefined) return existing
    // A formula and its negation share one definition.
    const opposite = literals.get(formulas.not(formula))
    if (opposite !== undefined) {
      literals.set(formula, -opposite)
      return -opposite
    }
    const node = formulas.node(formula)
    let result: Literal
    if (node.kind === 'in') {
      if (node.values.length === 1) result = value(node.subject, node.values[0]!)
      else if (node.values.length === sizes[node.subject]! - 1) result = -literal(formulas.not(formula))
      else
        result = define(
          false,
          node.values.map((index) => value(node.subject, index)),
        )
    } else if (node.kind === 'and' || node.kind === 'or') result = define(node.kind === 'and', node.parts.map(literal))
    else result = node.kind === 'true' ? trueLiteral : -trueLiteral
    literals.set(formula, result)
    return result
  }

  /** Defines a literal that is equivalent to the conjunction or disjunction of the parts. */
  function define(conjunction: boolean, parts: readonly Literal[]): Literal {
    const result = newVariable()
    const sign = conjunction ? 1 : -1
    for (const part of parts) solver().addClause([-sign * result, sign * part])
    solver().addClause([sign * result, ...parts.map((part) => -sign * part)])
    return result
  }

  /** The formula as the literals of one clause. */
  function clauseLiterals(formula: FormulaId): readonly Literal[] {
    const node = formulas.node(formula)
    if (node.kind !== 'in' || node.values.length > maxInlineValues) return [literal(formula)]
    return node.values.map((index) => value(node.subject, index))
  }

  /** Adds clauses that require the formula or one of the literals in `or`. Few definitions keep the search short. */
  function addConstraint(formula: FormulaId, or: readonly Literal[]): void {
    const node = formulas.node(formula)
    if (node.kind === 'and') {
      for (const part of node.parts) addConstraint(part, or)
      return
    }
    if (node.kind !== 'or') {
      if (formula !== TRUE) solver().addClause([...or, ...clauseLiterals(formula)])
      return
    }
    const [conjunction, ...otherConjunctions] = node.parts.filter((part) => formulas.node(part).kind === 'and')
    if (conjunction !== undefined && otherConjunctions.length === 0) {
      const rest = node.parts.filter((part) => part !== conjunction)
      addConstraint(conjunction, [...or, ...rest.flatMap(clauseLiterals)])
    } else solver().addClause([...or, ...node.parts.flatMap(clauseLiterals)])
  }

  return {
    literal,
    value,
    expired,
    switch: newVariable,
    require: (under, formula) => addConstraint(formula, under === null ? [] : [-under]),
    possible(assumptions) {
      if (expired()) return 'unknown'
      // Calling `expired` costs more than most searches. It is installed only for long searches.
      let status = isWatched ? 'unknown' : solver().solve({ assumptions, conflicts: shortSearchConflicts })
      if (status === 'unknown') {
        if (!isWatched) solver().setTerminate(expired)
        isWatched = true
        status = solver().solve({ assumptions })
      }
      return status === 'satisfiable' ? 'yes' : status === 'unsatisfiable' ? 'no' : 'unknown'
    },
    example() {
      const values = new Int32Array(sizes.length)
      for (const [subject, size] of sizes.entries()) {
        const first = firsts[subject]!
        let index = first === 0 ? 0 : size - 1
        while (index > 0 && !solver().value(first + index)) index--
        values[subject] = index
      }
      return values
    },
    core: () => solver().failedAssumptions(),
    prefer: (preferred) => solver().phase(preferred),
    dispose: () => instance?.dispose(),
  }
}

/** The subsets of n parts that are not yet known to be possible or impossible. */
export interface SubsetMap {
  /** An unexplored subset, large ones first. Null if all are explored. */
  next(): readonly number[] | null
  blockSubsetsOf(subset: ReadonlySet<number>): void
  blockSupersetsOf(subset: readonly number[]): void
  dispose(): void
}

export async function createSubsetMap(n: number): Promise<SubsetMap> {
  const solver = await Cadical.create({ quiet: true })
  const parts = Array.from({ length: n }, (_, i) => i)
  for (const i of parts) solver.phase(i + 1)
  let closed = false
  const block = (clause: readonly number[]): void => {
    if (clause.length === 0) closed = true
    else solver.addClause(clause)
  }
  return {
    next: () => (closed || solver.solve() !== 'satisfiable' ? null : parts.filter((i) => solver.value(i + 1))),
    blockSubsetsOf: (subset) => block(parts.filter((i) => !subset.has(i)).map((i) => i + 1)),
    blockSupersetsOf: (subset) => block(subset.map((i) => -(i + 1))),
    dispose: () => solver.dispose(),
  }
}
