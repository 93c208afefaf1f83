// Best-first branch and bound.
// The solver proposes the cheapest values that the rules allow, the engine checks them, and cost bounds prune the rest.
import type { Formulas } from '../proof/formulas.js'
import type { Literal, Prover } from '../proof/solver.js'
import type { SelectionInput } from '../program/configuration.js'
import type { ConfigurationState } from '../program/state.js'
import { type Box, createDomain, splitRange, isFixed, isRange, type Piece, type Variable, type Variables } from './box.js'
import {
  type SearchNode,
  type OpenNode,
  PriorityQueue,
  type CostBounds,
  type Vector,
  costSize,
  type CalculatedLimits,
} from './costs.js'
import type { SelectionConflict, CandidateChecker } from './candidate-checker.js'
import type { CostEstimator } from './cost-estimator.js'
import { questionsOfNode } from '../program/dependency-graph.js'
import { measureNode, measuresPerQuestion } from '../program/program.js'

export interface SearchGoal {
  /** Cost parts in lexicographic order, the most important first. */
  readonly order: readonly number[]
  /** The maximum of each cost part. */
  readonly limits: readonly number[]
}

export interface BestConfiguration {
  readonly cost: Vector
  readonly state: ConfigurationState
  readonly path: readonly SelectionInput[]
  readonly pieces: readonly Piece[]
}

/** Maximum number of solver proposals per node. */
const maxExamples = 60

export class BranchAndBound {
  best: BestConfiguration | null = null
  /**
   * The lowest cost of a configuration that was skipped because no path to it was found. Null if none. Later searches skip it
   * too.
   */
  lost: Vector | null = null
  private readonly queue: PriorityQueue<SearchNode>

  constructor(
    private readonly goal: SearchGoal,
    private readonly variables: Variables,
    private readonly costs: CostBounds,
    private readonly checker: CandidateChecker,
    private readonly prover: Prover,
    private readonly formulas: Formulas,
    private readonly reckoner: CostEstimator,
    private readonly limits: CalculatedLimits,
  ) {
    this.queue = new PriorityQueue((a, b) => this.compare(a.bound, b.bound))
  }

  private compare(a: Vector, b: Vector): number {
    for (const part of this.goal.order) if (a[part] !== b[part]) return a[part]! < b[part]! ? -1 : 1
    return 0
  }

  /** Runs the search. Returns the lower bound of the remaining nodes if time runs out, otherwise null. */
  run(root: Box): Vector | null {
    this.queue.push({ box: root, bound: new Float64Array(costSize).fill(Number.NEGATIVE_INFINITY) })
    for (let node = this.queue.pop(); node !== undefined; node = this.queue.pop()) {
      if (this.isPruned(node.bound)) continue
      if (this.prover.expired()) return node.bound
      this.expandNode(node)
    }
    return null
  }

  /** Whether a skipped configuration may be better than the best one. */
  get isUncertain(): boolean {
    return this.lost !== null && (this.best === null || this.compare(this.lost, this.best.cost) < 0)
  }

  private isPruned(bound: Vector): boolean {
    return this.best !== null && this.compare(bound, this.best.cost) >= 0
  }

  /** Removes values that are impossible or cannot improve the best configuration. Returns null if a domain becomes empty. */
  private narrowNode(node: SearchNode): OpenNode | null {
    const box = [...node.box]
    const { list } = this.variables
    for (;;) {
      this.reckoner.at(box)
      if (!this.limits.cut(box)) return null
      const costs = list.map((variable) => box[variable.index]!.pieces.map((piece) => this.costs.of(variable, piece)))
      // Impossible values must not influence the bounds.
      const impossible = list.filter(({ index }) => costs[index]!.some((vector) => vector.includes(Number.POSITIVE_INFINITY)))
      for (const { index } of impossible)
        box[index] = createDomain(box[index]!.pieces.filter((_, at) => !costs[index]![at]!.includes(Number.POSITIVE_INFINITY)))
      if (impossible.some(({ index }) => box[index]!.pieces.length === 0)) return null
      if (impossible.length > 0) continue
      const bound = this.costs.shared(box)
      const minimum = bound.slice()
      const cheapest = costs.map((vectors) => vectors.reduce((a, b) => (this.compare(b, a) < 0 ? b : a)))
      const lowest = costs.map((vectors) => vectors[0]!.map((_, part) => Math.min(...vectors.map((cost) => cost[part]!))))
      for (const vector of cheapest) add(bound, vector)
      for (const vector of lowest) add(minimum, vector)
      if (minimum.some((sum, part) => sum > this.goal.limits[part]!) || this.isPruned(bound)) return null
      let hasChanged = false
      for (const { index } of list) {
        const { pieces } = box[index]!
        const remaining = pieces.filter((_, at) => {
          const vector = costs[index]![at]!
          if (vector.some((cost, part) => minimum[part]! - lowest[index]![part]! + cost > this.goal.limits[part]!)) return false
          return !this.isPruned(
            bound.map((sum, part) => (Number.isFinite(sum) ? sum - cheapest[index]![part]! + vector[part]! : sum)),
          )
        })
        if (remaining.length === pieces.length) continue
        if (remaining.length === 0) return null
        box[index] = createDomain(remaining)
        hasChanged = true
      }
      if (!hasChanged) return { box, costs, bound }
    }
  }

  private expandNode(node: SearchNode): void {
    const work = this.narrowNode(node)
    if (work === null) return
    const { box, costs, bound } = work
    const hard = new Map<Literal, number>()
    const soft = new Map<Literal, number>()
    for (const variable of this.variables.list) {
      const { index, subject, root } = variable
      const { pieces } = box[index]!
      const minimum = costs[index]!.reduce((a, b) => (this.compare(b, a) < 0 ? b : a))
      const cheap = new Set(pieces.filter((_, at) => this.compare(costs[index]![at]!, minimum) === 0).map(({ value }) => value))
      const values = new Set(pieces.map(({ value }) => value))
      for (const value of new Set(root.pieces.map((piece) => piece.value))) {
        if (!values.has(value)) hard.set(-this.prover.value(subject, value), index)
        else if (!cheap.has(value)) soft.set(-this.prover.value(subject, value), index)
      }
    }
    let firstCore: ReadonlySet<number> | null = null
    for (let proposals = 0; proposals < maxExamples; ) {
      const verdict = this.prover.possible([...hard.keys(), ...soft.keys()])
      if (verdict === 'unknown') return this.queue.push({ box, bound })
      if (verdict === 'no') {
        const core = new Set(this.prover.core().flatMap((literal) => soft.get(literal) ?? []))
        if (core.size === 0) return
        firstCore ??= core
        add(bound, this.costIncrease(core, work))
        if (this.isPruned(bound)) return
        for (const [literal, index] of soft) if (core.has(index)) soft.delete(literal)
        continue
      }
      const clashes = this.checkProposal(work, this.prover.example())
      if (clashes === null) return
      proposals++
      if (clashes.length > 0 && clashes.map((clash) => this.forbidConflict(clash)).includes(true)) continue
      return this.split(work, firstCore, clashes)
    }
    this.split(work, firstCore, [])
  }

  /** The minimum increase of the cost if one variable of the core cannot have its cheapest value. */
  private costIncrease(core: ReadonlySet<number>, { costs }: OpenNode): Vector {
    let minimum: Vector | null = null
    for (const index of core) {
      const sorted = costs[index]!.toSorted((a, b) => this.compare(a, b))
      const next = sorted.find((cost) => this.compare(cost, sorted[0]!) > 0)!
      const step = next.map((cost, part) => (cost === sorted[0]![part] ? 0 : cost - sorted[0]![part]!))
      if (minimum === null || this.compare(step, minimum) < 0) minimum = step
    }
    return minimum!
  }

  private proposal: readonly Piece[] = []

  /** Checks the solver's proposal. Returns null if the node cannot contain a better configuration, otherwise the conflicts. */
  private checkProposal({ box, costs, bound }: OpenNode, example: Int32Array): readonly SelectionConflict[] | null {
    const pickPieces = (end: 'low' | 'high'): readonly Piece[] =>
      this.variables.list.map(({ index, subject }) => {
        const matching = box[index]!.pieces.flatMap((piece, at) => (piece.value === example[subject] ? [{ piece, at }] : []))
        const { piece } = matching.reduce((a, b) => (this.compare(costs[index]![b.at]!, costs[index]![a.at]!) < 0 ? b : a))
        const number = piece[end]
        return isRange(piece) ? { ...piece, text: String(number), low: number, high: number } : piece
      })
    const lowPieces = pickPieces('low')
    this.proposal = lowPieces
    const ranges = this.variables.list.some(({ index }) =>
      isRange(box[index]!.pieces.find(({ value }) => value === lowPieces[index]!.value)!),
    )
    let clashes: readonly SelectionConflict[] = []
    for (const pieces of ranges ? [lowPieces, pickPieces('high')] : [lowPieces]) {
      const state = this.checker.createState(pieces)
      const conflicts = this.checker.findConflicts(state)
      if (pieces === lowPieces) clashes = conflicts
      if (conflicts.length > 0) continue
      const cost = this.costs.actual(state)
      if (cost === null || cost.some((sum, part) => sum > this.goal.limits[part]!)) continue
      if (this.best !== null && this.compare(cost, this.best.cost) >= 0) continue
      const path = this.checker.findPath(state)
      if (path === null) this.skipUnreachable(pieces, cost, bound)
      else this.best = { cost, state, path, pieces }
    }
    return this.isPruned(bound) ? null : clashes
  }

  /**
   * No path to the configuration was found. It is skipped, and if numbers are involved, all configurations with the same
   * answers.
   */
  private skipUnreachable(pieces: readonly Piece[], cost: Vector, bound: Vector): void {
    const isExcluded = this.forbidConflict(this.variables.of.map((_, question) => question))
    const lost = isExcluded ? cost : bound.slice()
    if (this.lost === null || this.compare(lost, this.lost) < 0) this.lost = lost
    if (!isExcluded) this.exclude(pieces)
  }

  /** Excludes all configurations with these answers. Returns false if there are no answers. */
  exclude(pieces: readonly Piece[]): boolean {
    const otherAnswers = this.variables.list.flatMap(({ index, subject, isAnswer }) =>
      isAnswer ? [this.formulas.not(this.formulas.in(subject, [pieces[index]!.value]))] : [],
    )
    if (otherAnswers.length === 0) return false
    this.prover.require(null, this.formulas.or(otherAnswers))
    return true
  }

  /** Permanently forbids this combination of selections. Returns false if the solver's values cannot express it. */
  private forbidConflict(clash: SelectionConflict): boolean {
    const variables = [...new Set(clash)].flatMap((question) => this.variables.of[question]!)
    const isExpressible = ({ root }: Variable, piece: Piece): boolean =>
      root.pieces.filter(({ value }) => value === piece.value).length === 1 &&
      !isRange(root.pieces.find(({ value }) => value === piece.value)!)
    if (!variables.every((variable) => isExpressible(variable, this.proposal[variable.index]!))) return false
    const { formulas } = this
    this.prover.require(
      null,
      formulas.or(variables.map(({ index, subject }) => formulas.not(formulas.in(subject, [this.proposal[index]!.value])))),
    )
    return true
  }

  private split(work: OpenNode, core: ReadonlySet<number> | null, clashes: readonly SelectionConflict[]): void {
    const { box, bound, costs } = work
    const open = (indexes: Iterable<number>): number[] => [...indexes].filter((index) => !isFixed(box[index]!))
    const conflicting = clashes.flatMap((clash) =>
      open(clash.flatMap((question) => this.variables.of[question]!.map(({ index }) => index))),
    )
    const splitIndex = conflicting[0] ?? this.smallestDomain(open(core ?? []), box) ?? this.widestGap(work) ?? open(box.keys())[0]
    if (splitIndex === undefined) return
    const { pieces } = box[splitIndex]!
    const { step } = this.variables.list[splitIndex]!
    let groups: readonly (readonly Piece[])[]
    if (pieces.length === 1) groups = splitRange(pieces[0]!, step).map((half) => [half])
    else {
      const minimum = costs[splitIndex]!.reduce((a, b) => (this.compare(b, a) < 0 ? b : a))
      const cheap = pieces.filter((_, i) => this.compare(costs[splitIndex]![i]!, minimum) === 0)
      const preferred =
        core?.has(splitIndex) && cheap.length < pieces.length
          ? cheap
          : pieces.filter(({ value }) => value === this.proposal[splitIndex]!.value)
      const firstGroup =
        preferred.length === pieces.length || preferred.length === 0 ? pieces.slice(0, Math.ceil(pieces.length / 2)) : preferred
      groups = [firstGroup, pieces.filter((piece) => !firstGroup.includes(piece))]
    }
    for (const group of groups) {
      this.queue.push({ box: box.with(splitIndex, createDomain(group)), bound })
    }
  }

  private smallestDomain(indexes: readonly number[], box: Box): number | undefined {
    return indexes.toSorted((a, b) => box[a]!.pieces.length - box[b]!.pieces.length)[0]
  }

  /** The undecided variable that contributes most to the gap between the proposal and the lower bound. */
  private widestGap({ box, costs }: OpenNode): number | undefined {
    const state = this.checker.createState(this.proposal)
    const { program } = state
    let maxGap = 0
    let result: number | undefined
    for (const variable of this.variables.list) {
      const { index, question } = variable
      for (let measure = 0; measure < measuresPerQuestion; measure++) {
        const minimum = Math.min(...costs[index]!.map((cost) => cost[measure]!))
        const node = measureNode(program, question, measure)
        const gap = (Number.isNaN(state.value(node)) ? 0 : state.value(node) * 10_000) - minimum
        if (!(gap > maxGap) || program.alwaysZero[question * measuresPerQuestion + measure] === 1) continue
        const open = questionsOfNode(program, node)
          .flatMap((question) => this.variables.of[question]!)
          .filter((variable) => !isFixed(box[variable.index]!))
        if (open.length === 0) continue
        maxGap = gap
        result = open.find((variable) => isRange(box[variable.index]!.pieces[0]!))?.index ?? open[0]!.index
      }
    }
    return result
  }
}

/** Adds `other` to `sum`. Minus infinity remains. */
function add(sum: Vector, other: Vector): void {
  for (let part = 0; part < costSize; part++) if (sum[part] !== Number.NEGATIVE_INFINITY) sum[part]! += other[part]!
}
