// Best-first branch and bound: the solver proposes the cheapest values that rules allow, the engine judges them, bounds cut the rest.
import type { Formulas } from '../proof/formulas.js'
import type { Literal, Prover } from '../proof/solver.js'
import type { SelectionInput } from '../program/configure.js'
import type { State } from '../program/state.js'
import { type Box, type Domain, domainOf, halves, isFixed, isRange, type Piece, type Variable, type Variables } from './box.js'
import { type Costs, type Vector, width } from './costs.js'
import type { Clash, Judge } from './judge.js'
import type { CalculatedLimits } from './limits.js'
import { Queue } from './queue.js'
import type { Reckoner } from './reckon.js'
import { questionsOfNode } from '../program/reads.js'
import { figureNode, figuresPerQuestion } from '../program/program.js'

export interface Goal {
  /** Parts of the vectors, the weightiest first. */
  readonly order: readonly number[]
  /** By part: no configuration may have more. */
  readonly limits: readonly number[]
}

export interface Best {
  readonly cost: Vector
  readonly state: State
  readonly path: readonly SelectionInput[]
  readonly pieces: readonly Piece[]
}

interface Node {
  readonly box: Box
  readonly bound: Vector
}

/** A node as it is worked on. */
interface Work {
  readonly box: Domain[]
  readonly costs: readonly (readonly Vector[])[]
  /** What it costs at least, by the order. */
  readonly bound: Vector
}

/** How often one node asks the solver for another example that the engine does not refuse. */
const mostExamples = 60

export class Search {
  best: Best | null = null
  /** The least that was left out, because no way was found that leads there; null where nothing was. Later searches leave it out too. */
  lost: Vector | null = null
  private readonly queue: Queue<Node>

  constructor(
    private readonly goal: Goal,
    private readonly variables: Variables,
    private readonly costs: Costs,
    private readonly judge: Judge,
    private readonly prover: Prover,
    private readonly formulas: Formulas,
    private readonly reckoner: Reckoner,
    private readonly limits: CalculatedLimits,
  ) {
    this.queue = new Queue((a, b) => this.compare(a.bound, b.bound))
  }

  private compare(a: Vector, b: Vector): number {
    for (const part of this.goal.order) if (a[part] !== b[part]) return a[part]! < b[part]! ? -1 : 1
    return 0
  }

  /** The least that is still possible; null where nothing is left. Ends early when time is up. */
  run(root: Box): Vector | null {
    this.queue.push({ box: root, bound: new Float64Array(width).fill(Number.NEGATIVE_INFINITY) })
    for (let node = this.queue.pop(); node !== undefined; node = this.queue.pop()) {
      if (this.beaten(node.bound)) continue
      if (this.prover.expired()) return node.bound
      this.visit(node)
    }
    return null
  }

  /** Whether something that was left out may be better than what was found. */
  get isUncertain(): boolean {
    return this.lost !== null && (this.best === null || this.compare(this.lost, this.best.cost) < 0)
  }

  private beaten(bound: Vector): boolean {
    return this.best !== null && this.compare(bound, this.best.cost) >= 0
  }

  /** Leaves only the values that can still be had and be better; null where some variable has none left. */
  private narrow(node: Node): Work | null {
    const box = [...node.box]
    const { list } = this.variables
    for (;;) {
      this.reckoner.at(box)
      if (!this.limits.cut(box)) return null
      const costs = list.map((variable) => box[variable.index]!.pieces.map((piece) => this.costs.of(variable, piece)))
      // What cannot be had is no part of any bound.
      const cut = list.filter(({ index }) => costs[index]!.some((own) => own.includes(Number.POSITIVE_INFINITY)))
      for (const { index } of cut)
        box[index] = domainOf(box[index]!.pieces.filter((_, at) => !costs[index]![at]!.includes(Number.POSITIVE_INFINITY)))
      if (cut.some(({ index }) => box[index]!.pieces.length === 0)) return null
      if (cut.length > 0) continue
      const bound = this.costs.shared(box)
      const least = bound.slice()
      const cheapest = costs.map((own) => own.reduce((a, b) => (this.compare(b, a) < 0 ? b : a)))
      const lowest = costs.map((own) => own[0]!.map((_, part) => Math.min(...own.map((cost) => cost[part]!))))
      for (const own of cheapest) add(bound, own)
      for (const own of lowest) add(least, own)
      if (least.some((sum, part) => sum > this.goal.limits[part]!) || this.beaten(bound)) return null
      let narrowed = false
      for (const { index } of list) {
        const { pieces } = box[index]!
        const kept = pieces.filter((_, at) => {
          const own = costs[index]![at]!
          if (own.some((cost, part) => least[part]! - lowest[index]![part]! + cost > this.goal.limits[part]!)) return false
          return !this.beaten(bound.map((sum, part) => (Number.isFinite(sum) ? sum - cheapest[index]![part]! + own[part]! : sum)))
        })
        if (kept.length === pieces.length) continue
        if (kept.length === 0) return null
        box[index] = domainOf(kept)
        narrowed = true
      }
      if (!narrowed) return { box, costs, bound }
    }
  }

  private visit(node: Node): void {
    const work = this.narrow(node)
    if (work === null) return
    const { box, costs, bound } = work
    const hard = new Map<Literal, number>()
    const soft = new Map<Literal, number>()
    for (const variable of this.variables.list) {
      const { index, subject, root } = variable
      const { pieces } = box[index]!
      const least = costs[index]!.reduce((a, b) => (this.compare(b, a) < 0 ? b : a))
      const cheap = new Set(pieces.filter((_, at) => this.compare(costs[index]![at]!, least) === 0).map(({ value }) => value))
      const left = new Set(pieces.map(({ value }) => value))
      for (const value of new Set(root.pieces.map((piece) => piece.value))) {
        if (!left.has(value)) hard.set(-this.prover.value(subject, value), index)
        else if (!cheap.has(value)) soft.set(-this.prover.value(subject, value), index)
      }
    }
    let first: ReadonlySet<number> | null = null
    for (let asked = 0; asked < mostExamples; ) {
      const verdict = this.prover.possible([...hard.keys(), ...soft.keys()])
      if (verdict === 'unknown') return this.queue.push({ box, bound })
      if (verdict === 'no') {
        const core = new Set(this.prover.core().flatMap((literal) => soft.get(literal) ?? []))
        if (core.size === 0) return
        first ??= core
        add(bound, this.rise(core, work))
        if (this.beaten(bound)) return
        for (const [literal, index] of soft) if (core.has(index)) soft.delete(literal)
        continue
      }
      const clashes = this.take(work, this.prover.example())
      if (clashes === null) return
      asked++
      if (clashes.length > 0 && clashes.map((clash) => this.learn(clash)).includes(true)) continue
      return this.split(work, first, clashes)
    }
    this.split(work, first, [])
  }

  /** By how much at least the costs rise because one of these variables cannot have its cheapest value. */
  private rise(core: ReadonlySet<number>, { costs }: Work): Vector {
    let least: Vector | null = null
    for (const index of core) {
      const sorted = costs[index]!.toSorted((a, b) => this.compare(a, b))
      const next = sorted.find((cost) => this.compare(cost, sorted[0]!) > 0)!
      const step = next.map((cost, part) => (cost === sorted[0]![part] ? 0 : cost - sorted[0]![part]!))
      if (least === null || this.compare(step, least) < 0) least = step
    }
    return least!
  }

  private chosen: readonly Piece[] = []

  /** Judges what the solver proposes. null where nothing in the node can be better; else what does not hold. */
  private take({ box, costs, bound }: Work, example: Int32Array): readonly Clash[] | null {
    const pick = (end: 'low' | 'high'): readonly Piece[] =>
      this.variables.list.map(({ index, subject }) => {
        const fitting = box[index]!.pieces.flatMap((piece, at) => (piece.value === example[subject] ? [{ piece, at }] : []))
        const { piece } = fitting.reduce((a, b) => (this.compare(costs[index]![b.at]!, costs[index]![a.at]!) < 0 ? b : a))
        const number = piece[end]
        return isRange(piece) ? { ...piece, text: String(number), low: number, high: number } : piece
      })
    const low = pick('low')
    this.chosen = low
    const ranges = this.variables.list.some(({ index }) =>
      isRange(box[index]!.pieces.find(({ value }) => value === low[index]!.value)!),
    )
    let clashes: readonly Clash[] = []
    for (const pieces of ranges ? [low, pick('high')] : [low]) {
      const state = this.judge.stateOf(pieces)
      const found = this.judge.clashes(state)
      if (pieces === low) clashes = found
      if (found.length > 0) continue
      const cost = this.costs.actual(state)
      if (cost === null || cost.some((sum, part) => sum > this.goal.limits[part]!)) continue
      if (this.best !== null && this.compare(cost, this.best.cost) >= 0) continue
      const path = this.judge.path(state)
      if (path === null) this.unreached(pieces, cost, bound)
      else this.best = { cost, state, path, pieces }
    }
    return this.beaten(bound) ? null : clashes
  }

  /** Nobody comes there, as far as was tried: it is left out, and all else with the same answers where numbers differ. */
  private unreached(pieces: readonly Piece[], cost: Vector, bound: Vector): void {
    const alone = this.learn(this.variables.of.map((_, question) => question))
    const lost = alone ? cost : bound.slice()
    if (this.lost === null || this.compare(lost, this.lost) < 0) this.lost = lost
    if (!alone) this.exclude(pieces)
  }

  /** No more configuration with these answers. */
  exclude(pieces: readonly Piece[]): boolean {
    const others = this.variables.list.flatMap(({ index, subject, isAnswer }) =>
      isAnswer ? [this.formulas.not(this.formulas.in(subject, [pieces[index]!.value]))] : [],
    )
    if (others.length === 0) return false
    this.prover.require(null, this.formulas.or(others))
    return true
  }

  /** Forbids for good what these questions hold together, where that can be said in values; false where it cannot. */
  private learn(clash: Clash): boolean {
    const involved = [...new Set(clash)].flatMap((question) => this.variables.of[question]!)
    const says = ({ root }: Variable, piece: Piece): boolean =>
      root.pieces.filter(({ value }) => value === piece.value).length === 1 &&
      !isRange(root.pieces.find(({ value }) => value === piece.value)!)
    if (!involved.every((variable) => says(variable, this.chosen[variable.index]!))) return false
    const { formulas } = this
    this.prover.require(
      null,
      formulas.or(involved.map(({ index, subject }) => formulas.not(formulas.in(subject, [this.chosen[index]!.value])))),
    )
    return true
  }

  private split(work: Work, core: ReadonlySet<number> | null, clashes: readonly Clash[]): void {
    const { box, bound, costs } = work
    const open = (indexes: Iterable<number>): number[] => [...indexes].filter((index) => !isFixed(box[index]!))
    const behind = clashes.flatMap((clash) =>
      open(clash.flatMap((question) => this.variables.of[question]!.map(({ index }) => index))),
    )
    const at = behind[0] ?? this.fewest(open(core ?? []), box) ?? this.loose(work) ?? open(box.keys())[0]
    if (at === undefined) return
    const { pieces } = box[at]!
    const { step } = this.variables.list[at]!
    let groups: readonly (readonly Piece[])[]
    if (pieces.length === 1) groups = halves(pieces[0]!, step).map((half) => [half])
    else {
      const least = costs[at]!.reduce((a, b) => (this.compare(b, a) < 0 ? b : a))
      const cheap = pieces.filter((_, i) => this.compare(costs[at]![i]!, least) === 0)
      const own =
        core?.has(at) && cheap.length < pieces.length ? cheap : pieces.filter(({ value }) => value === this.chosen[at]!.value)
      const mine = own.length === pieces.length || own.length === 0 ? pieces.slice(0, Math.ceil(pieces.length / 2)) : own
      groups = [mine, pieces.filter((piece) => !mine.includes(piece))]
    }
    for (const group of groups) {
      this.queue.push({ box: box.with(at, domainOf(group)), bound })
    }
  }

  private fewest(indexes: readonly number[], box: Box): number | undefined {
    return indexes.toSorted((a, b) => box[a]!.pieces.length - box[b]!.pieces.length)[0]
  }

  /** The open variable on which most of the difference hangs between what was proposed and what is possible at least. */
  private loose({ box, costs }: Work): number | undefined {
    const state = this.judge.stateOf(this.chosen)
    const { program } = state
    let most = 0
    let found: number | undefined
    for (const variable of this.variables.list) {
      const { index, question } = variable
      for (let figure = 0; figure < figuresPerQuestion; figure++) {
        const least = Math.min(...costs[index]!.map((cost) => cost[figure]!))
        const node = figureNode(program, question, figure)
        const gap = (Number.isNaN(state.value(node)) ? 0 : state.value(node) * 10_000) - least
        if (!(gap > most) || program.countless[question * figuresPerQuestion + figure] === 1) continue
        const open = questionsOfNode(program, node)
          .flatMap((one) => this.variables.of[one]!)
          .filter((one) => !isFixed(box[one.index]!))
        if (open.length === 0) continue
        most = gap
        found = open.find((one) => isRange(box[one.index]!.pieces[0]!))?.index ?? open[0]!.index
      }
    }
    return found
  }
}

/** What may be anything, endlessly little, stays so whatever is added. */
function add(sum: Vector, other: Vector): void {
  for (let part = 0; part < width; part++) if (sum[part] !== Number.NEGATIVE_INFINITY) sum[part]! += other[part]!
}
