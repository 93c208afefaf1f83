// The SAT solver behind the proofs: formulas become clauses once, questions are asked under assumptions. The only user of the library.
import { Cadical } from 'cadical-wasm'
import { FALSE, TRUE, type FormulaId, type Formulas } from './formulas.js'

/** A non-zero integer: a variable, negative = its negation. */
export type Literal = number

export type Verdict = 'yes' | 'no' | 'unknown'

/** Formulas in a solver. Every subject takes exactly one of its values, always. */
export interface Prover {
  /** A literal that holds exactly when the formula does. */
  literal(formula: FormulaId): Literal
  /** A literal that holds when the subject has the value. */
  value(subject: number, value: number): Literal
  /** A fresh literal; clauses added under it bind only where it is assumed. */
  switch(): Literal
  /** Requires the formula wherever the switch is assumed. */
  require(under: Literal, formula: FormulaId): void
  /** Whether all assumptions can hold together; `unknown` when the time budget ended first. */
  possible(assumptions: readonly Literal[]): Verdict
  /** After `possible` said yes: whether the literal holds in the example found. */
  holds(literal: Literal): boolean
  /** After `possible` said no: assumptions that already contradict each other. */
  core(): readonly Literal[]
  /** Gives the solver's memory back. */
  dispose(): void
}

/** `expired` is asked during long searches; true ends them with `unknown`. */
export async function createProver(formulas: Formulas, sizes: readonly number[], expired: () => boolean): Promise<Prover> {
  const solver = await Cadical.create({ quiet: true })
  solver.setTerminate(expired)
  const literals = new Map<FormulaId, Literal>()
  const firsts: Literal[] = []
  let variables = 0
  const fresh = (): Literal => ++variables

  const constant = fresh()
  solver.addClause([constant])
  literals.set(TRUE, constant)
  literals.set(FALSE, -constant)

  for (const size of sizes) {
    const first = variables + 1
    firsts.push(first)
    variables += size
    const all = Array.from({ length: size }, (_, value) => first + value)
    solver.addClause(all)
    addAtMostOne(all)
  }

  /** Pairwise for few, sequential counters for many, so that clauses stay linear. */
  function addAtMostOne(all: readonly Literal[]): void {
    if (all.length <= 6) {
      for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) solver.addClause([-a, -b])
      return
    }
    let seen = all[0]!
    for (const literal of all.slice(1)) {
      solver.addClause([-seen, -literal])
      const through = fresh()
      solver.addClause([-seen, through])
      solver.addClause([-literal, through])
      seen = through
    }
  }

  const value = (subject: number, index: number): Literal => firsts[subject]! + index

  const literal = (formula: FormulaId): Literal => {
    const known = literals.get(formula)
    if (known !== undefined) return known
    const node = formulas.node(formula)
    let defined: Literal
    if (node.kind === 'in') {
      if (node.values.length === 1) defined = value(node.subject, node.values[0]!)
      else if (node.values.length === sizes[node.subject]! - 1) defined = -literal(formulas.not(formula))
      else
        defined = define(
          false,
          node.values.map((index) => value(node.subject, index)),
        )
    } else if (node.kind === 'and' || node.kind === 'or') defined = define(node.kind === 'and', node.parts.map(literal))
    else defined = node.kind === 'true' ? constant : -constant
    literals.set(formula, defined)
    return defined
  }

  /** A literal that equals the conjunction, or the disjunction, of the parts. */
  function define(conjunction: boolean, parts: readonly Literal[]): Literal {
    const defined = fresh()
    const sign = conjunction ? 1 : -1
    for (const part of parts) solver.addClause([-sign * defined, sign * part])
    solver.addClause([sign * defined, ...parts.map((part) => -sign * part)])
    return defined
  }

  return {
    literal,
    value,
    switch: fresh,
    require(under, formula) {
      solver.addClause([-under, literal(formula)])
    },
    possible(assumptions) {
      if (expired()) return 'unknown'
      const status = solver.solve({ assumptions })
      return status === 'satisfiable' ? 'yes' : status === 'unsatisfiable' ? 'no' : 'unknown'
    },
    holds: (asked) => solver.value(asked),
    core: () => solver.failedAssumptions(),
    dispose: () => solver.dispose(),
  }
}

/** The subsets of n parts that are not yet known to be possible or impossible. */
export interface SubsetMap {
  /** An unexplored subset, large ones first; null when all are explored. */
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
