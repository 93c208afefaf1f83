// The SAT solver behind the proofs: formulas become clauses once, questions are asked under assumptions. The only user of the library.
import { Cadical, loadCadical } from 'cadical-wasm'
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
  /** Requires the formula wherever the switch is assumed, or always. */
  require(under: Literal | null, formula: FormulaId): void
  /** True where the time budget has ended: whoever asks many questions stops. */
  expired(): boolean
  /** Whether all assumptions can hold together; `unknown` when the time budget ended first. */
  possible(assumptions: readonly Literal[]): Verdict
  /** After `possible` said yes: the value of every subject in the example found; nothing where no question was about it. */
  example(): Int32Array
  /** After `possible` said no: assumptions that already contradict each other. */
  core(): readonly Literal[]
  /** Asks for examples in which the literal holds, where there is a choice. */
  prefer(literal: Literal): void
  /** Gives the solver's memory back. */
  dispose(): void
}

/** Values of a subject that stand in a clause as they are; more get a literal of their own. */
const mostSpelled = 8

/** Conflicts of a search that takes milliseconds. */
const shortSearch = 500

/** `expired` is asked during long searches; true ends them with `unknown`. */
export async function createProver(formulas: Formulas, sizes: readonly number[], expired: () => boolean): Promise<Prover> {
  const module = await loadCadical()
  let made: Cadical | null = null
  let watched = false
  const literals = new Map<FormulaId, Literal>()
  /** By subject: the literal of its first value; 0 until something asks for it. */
  const firsts = new Int32Array(sizes.length)
  let variables = 0
  const fresh = (): Literal => ++variables

  const constant = fresh()
  /** Made once something is asked of it: the rules of most products are proved by guessing. */
  const solver = (): Cadical => {
    if (made) return made
    made = new Cadical(module, { quiet: true })
    made.addClause([constant])
    return made
  }
  literals.set(TRUE, constant)
  literals.set(FALSE, -constant)

  /** Pairwise for few, sequential counters for many, so that clauses stay linear. */
  function addAtMostOne(all: readonly Literal[]): void {
    if (all.length <= 6) {
      for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) solver().addClause([-a, -b])
      return
    }
    let seen = all[0]!
    for (const literal of all.slice(1)) {
      solver().addClause([-seen, -literal])
      const through = fresh()
      solver().addClause([-seen, through])
      solver().addClause([-literal, through])
      seen = through
    }
  }

  /** Lays out a subject: exactly one of its values holds. */
  function layOut(subject: number): number {
    const first = variables + 1
    firsts[subject] = first
    variables += sizes[subject]!
    const all = Array.from({ length: sizes[subject]! }, (_, index) => first + index)
    solver().addClause(all)
    addAtMostOne(all)
    return first
  }

  const value = (subject: number, index: number): Literal => (firsts[subject] || layOut(subject)) + index

  const literal = (formula: FormulaId): Literal => {
    const known = literals.get(formula)
    if (known !== undefined) return known
    // A formula and its negation are one definition.
    const opposite = literals.get(formulas.not(formula))
    if (opposite !== undefined) {
      literals.set(formula, -opposite)
      return -opposite
    }
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
    for (const part of parts) solver().addClause([-sign * defined, sign * part])
    solver().addClause([sign * defined, ...parts.map((part) => -sign * part)])
    return defined
  }

  /** The formula as alternatives of one clause. */
  function alternatives(formula: FormulaId): readonly Literal[] {
    const node = formulas.node(formula)
    if (node.kind !== 'in' || node.values.length > mostSpelled) return [literal(formula)]
    return node.values.map((index) => value(node.subject, index))
  }

  /** Adds clauses so that the formula holds, or one of the literals beside it; few definitions keep the search short. */
  function assert(formula: FormulaId, beside: readonly Literal[]): void {
    const node = formulas.node(formula)
    if (node.kind === 'and') {
      for (const part of node.parts) assert(part, beside)
      return
    }
    if (node.kind !== 'or') {
      if (formula !== TRUE) solver().addClause([...beside, ...alternatives(formula)])
      return
    }
    const [conjunction, ...more] = node.parts.filter((part) => formulas.node(part).kind === 'and')
    if (conjunction !== undefined && more.length === 0) {
      const others = node.parts.filter((part) => part !== conjunction)
      assert(conjunction, [...beside, ...others.flatMap(alternatives)])
    } else solver().addClause([...beside, ...node.parts.flatMap(alternatives)])
  }

  return {
    literal,
    value,
    expired,
    switch: fresh,
    require: (under, formula) => assert(formula, under === null ? [] : [-under]),
    possible(assumptions) {
      if (expired()) return 'unknown'
      // Being asked for the time costs more than most searches take: only a long one is watched.
      let status = watched ? 'unknown' : solver().solve({ assumptions, conflicts: shortSearch })
      if (status === 'unknown') {
        if (!watched) solver().setTerminate(expired)
        watched = true
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
    prefer: (wanted) => solver().phase(wanted),
    dispose: () => made?.dispose(),
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
