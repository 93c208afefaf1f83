// A decision diagram of all valid configurations.
// Compiled once with component caching; counting and sampling then take linear time.
import {
  FALSE,
  TRUE,
  type FormulaId,
  type Formulas,
  completeConstraint,
  settledConstraints,
  type ProductModel,
} from './formulas.js'
import { findReachable } from './reachability.js'

export interface Branch {
  readonly values: readonly number[]
  readonly child: DiagramNode
}

/** `free` are subjects that no constraint restricts: they can have any value. */
export type DiagramNode =
  | { readonly kind: 'leaf' }
  | { readonly kind: 'decision'; readonly subject: number; readonly branches: readonly Branch[]; readonly index: number }
  | { readonly kind: 'product'; readonly parts: readonly DiagramNode[]; readonly free: readonly number[]; readonly index: number }

export interface Diagram {
  /** Null if there is no valid configuration. */
  readonly root: DiagramNode | null
  readonly nodes: number
}

export interface DiagramBudget {
  readonly nodes: number
  /** Returns true if the time budget is used up. */
  readonly expired: () => boolean
}

class OutOfBudget extends Error {}

const leaf: DiagramNode = { kind: 'leaf' }

/**
 * Compiles the conjunction of constraints over the given subjects. Returns null if the budget is used up. The constraints must
 * already be restricted to these subjects.
 */
export function compileDiagram(
  formulas: Formulas,
  sizes: readonly number[],
  subjects: readonly number[],
  constraints: readonly FormulaId[],
  budget: DiagramBudget,
): Diagram | null {
  const cache = new Map<string, DiagramNode | null>()
  let nodes = 0

  const nextIndex = (): number => {
    if (nodes >= budget.nodes || budget.expired()) throw new OutOfBudget()
    return nodes++
  }

  /** Splits top-level conjunctions and removes constraints that always hold. Null if a constraint never holds. */
  const simplify = (input: readonly FormulaId[]): FormulaId[] | null => {
    const result = new Set<FormulaId>()
    for (const id of input) {
      if (id === FALSE) return null
      if (id === TRUE) continue
      const node = formulas.node(id)
      if (node.kind === 'and') for (const part of node.parts) result.add(part)
      else result.add(id)
    }
    return [...result].sort((a, b) => a - b)
  }

  const findComponents = (ids: readonly FormulaId[]): FormulaId[][] => {
    const root = new Map<number, number>()
    const findRoot = (subject: number): number => {
      let current = subject
      while (root.get(current) !== current) {
        const parent = root.get(root.get(current)!)!
        root.set(current, parent)
        current = parent
      }
      return current
    }
    for (const id of ids) {
      let first = -1
      for (const subject of formulas.support(id)) {
        if (!root.has(subject)) root.set(subject, subject)
        if (first < 0) first = findRoot(subject)
        else root.set(findRoot(subject), first)
      }
    }
    const groups = new Map<number, FormulaId[]>()
    for (const id of ids) {
      const group = findRoot(formulas.support(id)[0]!)
      const members = groups.get(group)
      if (members) members.push(id)
      else groups.set(group, [id])
    }
    return [...groups.values()]
  }

  const compileDecision = (ids: readonly FormulaId[]): DiagramNode | null => {
    const key = ids.join(',')
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    // A single decision over thousands of constraints can take long.
    if (budget.expired()) throw new OutOfBudget()
    const counts = new Map<number, number>()
    for (const id of ids) for (const subject of formulas.support(id)) counts.set(subject, (counts.get(subject) ?? 0) + 1)
    let splitSubject = -1
    let maxCount = -1
    for (const [subject, count] of counts) {
      // The subject that occurs in most constraints gives the best split.
      if (count > maxCount || (count === maxCount && subject < splitSubject)) {
        maxCount = count
        splitSubject = subject
      }
    }
    const support = [...counts.keys()].filter((subject) => subject !== splitSubject)
    const groups = new Map<string, { values: number[]; ids: FormulaId[] }>()
    for (let value = 0; value < sizes[splitSubject]!; value++) {
      const memo = new Map<FormulaId, FormulaId>()
      const restricted = simplify(ids.map((id) => formulas.restrict(id, splitSubject, value, memo)))
      if (restricted === null) continue
      const groupKey = restricted.join(',')
      const group = groups.get(groupKey)
      if (group) group.values.push(value)
      else groups.set(groupKey, { values: [value], ids: restricted })
    }
    const branches: Branch[] = []
    for (const group of groups.values()) {
      const child = compileProduct(group.ids, support)
      if (child) branches.push({ values: group.values, child })
    }
    const node: DiagramNode | null =
      branches.length === 0 ? null : { kind: 'decision', subject: splitSubject, branches, index: nextIndex() }
    cache.set(key, node)
    return node
  }

  const compileProduct = (ids: readonly FormulaId[], within: readonly number[]): DiagramNode | null => {
    const parts: DiagramNode[] = []
    const constrained = new Set<number>()
    for (const component of findComponents(ids)) {
      const part = compileDecision(component)
      if (part === null) return null
      parts.push(part)
      for (const id of component) for (const subject of formulas.support(id)) constrained.add(subject)
    }
    const free = within.filter((subject) => !constrained.has(subject))
    if (free.length === 0 && parts.length === 0) return leaf
    if (free.length === 0 && parts.length === 1) return parts[0]!
    return { kind: 'product', parts, free, index: nextIndex() }
  }

  try {
    const ids = simplify(constraints)
    const root = ids === null ? null : compileProduct(ids, subjects)
    return { root, nodes }
  } catch (error) {
    if (error instanceof OutOfBudget || error instanceof RangeError) return null
    throw error
  }
}

/** The number of concrete entries that each value represents: 1 for an answer, the number of integers for an interval. */
type EntryWeights = readonly (readonly bigint[])[]

/** `allows(s, v)` restricts the configurations to the current selections. */
export type Evidence = (subject: number, value: number) => boolean

const allowAll: Evidence = () => true

/** All nodes, children before parents. */
function topologicalOrder(diagram: Diagram): DiagramNode[] {
  const visited = new Set<DiagramNode>()
  const order: DiagramNode[] = []
  const addNode = (node: DiagramNode): void => {
    if (visited.has(node)) return
    visited.add(node)
    if (node.kind === 'decision') for (const branch of node.branches) addNode(branch.child)
    if (node.kind === 'product') for (const part of node.parts) addNode(part)
    order.push(node)
  }
  if (diagram.root) addNode(diagram.root)
  return order
}

function sumWeights(weights: EntryWeights, allows: Evidence, subject: number, values: Iterable<number>): bigint {
  let sum = 0n
  for (const value of values) if (allows(subject, value)) sum += weights[subject]![value]!
  return sum
}

function countNodes(order: readonly DiagramNode[], weights: EntryWeights, allows: Evidence): Map<DiagramNode, bigint> {
  const count = new Map<DiagramNode, bigint>()
  for (const node of order) {
    let value = 1n
    if (node.kind === 'decision') {
      value = 0n
      for (const branch of node.branches)
        value += sumWeights(weights, allows, node.subject, branch.values) * count.get(branch.child)!
    } else if (node.kind === 'product') {
      for (const part of node.parts) value *= count.get(part)!
      for (const subject of node.free) value *= sumWeights(weights, allows, subject, weights[subject]!.keys())
    }
    count.set(node, value)
  }
  return count
}

/** The number of valid configurations that match the evidence. */
export function countConfigurations(diagram: Diagram, weights: EntryWeights, allows: Evidence = allowAll): bigint {
  if (!diagram.root) return 0n
  return countNodes(topologicalOrder(diagram), weights, allows).get(diagram.root)!
}

/** For every subject and value, the number of valid configurations that contain it. */
export function countValues(diagram: Diagram, weights: EntryWeights, allows: Evidence = allowAll): bigint[][] {
  const shares = weights.map((values) => values.map(() => 0n))
  if (!diagram.root) return shares
  const order = topologicalOrder(diagram)
  const count = countNodes(order, weights, allows)
  const paths = new Map<DiagramNode, bigint>([[diagram.root, 1n]])
  const add = (node: DiagramNode, addend: bigint): void => void paths.set(node, (paths.get(node) ?? 0n) + addend)
  for (const node of order.toReversed()) {
    const pathCount = paths.get(node) ?? 0n
    if (pathCount === 0n) continue
    if (node.kind === 'decision') {
      for (const branch of node.branches) {
        const childCount = count.get(branch.child)!
        for (const value of branch.values) {
          if (allows(node.subject, value))
            shares[node.subject]![value]! += pathCount * weights[node.subject]![value]! * childCount
        }
        add(branch.child, pathCount * sumWeights(weights, allows, node.subject, branch.values))
      }
    } else if (node.kind === 'product') {
      const total = count.get(node)!
      if (total === 0n) continue
      for (const part of node.parts) add(part, (pathCount * total) / count.get(part)!)
      for (const subject of node.free) {
        const otherCount = (pathCount * total) / sumWeights(weights, allows, subject, weights[subject]!.keys())
        for (const [value, weight] of weights[subject]!.entries())
          if (allows(subject, value)) shares[subject]![value]! += otherCount * weight
      }
    }
  }
  return shares
}

/**
 * The minimum (with sign -1 the maximum) sum of costs over all valid configurations, with a configuration that has this cost.
 * Null if there is none.
 */
export function findExtremeCost(
  diagram: Diagram,
  subjects: readonly number[],
  costs: (subject: number, value: number) => number,
  sizes: readonly number[],
  sign: 1 | -1,
): { readonly cost: number; readonly values: ReadonlyMap<number, number> } | null {
  if (!diagram.root) return null
  const best = new Map<DiagramNode, number>()
  const choice = new Map<DiagramNode, { value: number; child: DiagramNode }>()
  const cheapest = (subject: number, values: Iterable<number>): { value: number; cost: number } => {
    let cheapestValue = { value: -1, cost: Number.POSITIVE_INFINITY }
    for (const value of values) {
      const cost = sign * costs(subject, value)
      if (cost < cheapestValue.cost) cheapestValue = { value, cost }
    }
    return cheapestValue
  }
  const all = (subject: number): Iterable<number> => Array.from({ length: sizes[subject]! }, (_, value) => value)
  for (const node of topologicalOrder(diagram)) {
    let cost = 0
    if (node.kind === 'decision') {
      cost = Number.POSITIVE_INFINITY
      for (const branch of node.branches) {
        const branchChoice = cheapest(node.subject, branch.values)
        const sum = branchChoice.cost + best.get(branch.child)!
        if (sum < cost) {
          cost = sum
          choice.set(node, { value: branchChoice.value, child: branch.child })
        }
      }
    } else if (node.kind === 'product') {
      for (const part of node.parts) cost += best.get(part)!
      for (const subject of node.free) cost += cheapest(subject, all(subject)).cost
    }
    best.set(node, cost)
  }
  const values = new Map<number, number>()
  const collectValues = (node: DiagramNode): void => {
    if (node.kind === 'decision') {
      const { value, child } = choice.get(node)!
      values.set(node.subject, value)
      collectValues(child)
    } else if (node.kind === 'product') {
      for (const part of node.parts) collectValues(part)
      for (const subject of node.free) values.set(subject, cheapest(subject, all(subject)).value)
    }
  }
  collectValues(diagram.root)
  for (const subject of subjects) if (!values.has(subject)) values.set(subject, cheapest(subject, all(subject)).value)
  return { cost: sign * best.get(diagram.root)!, values }
}

/** A random integer in [0, bound), from a source of numbers in [0, 1). */
function randomBelow(bound: bigint, random: () => number): bigint {
  const chunks = Math.ceil(bound.toString(2).length / 24)
  const range = 1n << BigInt(24 * chunks)
  const usable = range - (range % bound)
  for (;;) {
    let sample = 0n
    for (let i = 0; i < chunks; i++) sample = (sample << 24n) | BigInt(Math.floor(random() * 0x1000000))
    if (sample < usable) return sample % bound
  }
}

/** Returns a function that draws valid configurations uniformly, as value indexes by subject. Null if there is none. */
export function createSampler(diagram: Diagram, weights: EntryWeights): ((random: () => number) => Map<number, number>) | null {
  const { root } = diagram
  if (!root) return null
  const count = countNodes(topologicalOrder(diagram), weights, allowAll)
  if (count.get(root) === 0n) return null
  const pickValue = (subject: number, values: Iterable<number>, random: () => number): number => {
    const valueList = [...values]
    let remainder = randomBelow(sumWeights(weights, allowAll, subject, valueList), random)
    for (const value of valueList) {
      remainder -= weights[subject]![value]!
      if (remainder < 0n) return value
    }
    return valueList.at(-1)!
  }
  const sampleNode = (node: DiagramNode, values: Map<number, number>, random: () => number): void => {
    if (node.kind === 'decision') {
      let rest = randomBelow(count.get(node)!, random)
      for (const branch of node.branches) {
        rest -= sumWeights(weights, allowAll, node.subject, branch.values) * count.get(branch.child)!
        if (rest >= 0n) continue
        values.set(node.subject, pickValue(node.subject, branch.values, random))
        sampleNode(branch.child, values, random)
        return
      }
    } else if (node.kind === 'product') {
      for (const part of node.parts) sampleNode(part, values, random)
      for (const subject of node.free) values.set(subject, pickValue(subject, weights[subject]!.keys(), random))
    }
  }
  return (random) => {
    const values = new Map<number, number>()
    sampleNode(root, values, random)
    return values
  }
}

// Counts the valid configurations of a product exactly.
// Possible only if its rules do not depend on calculations or other values outside the questions.

/** The counted questions: only required ones (optional ones stay empty), or all. */
export type CountScope = 'required' | 'all'

export interface CountingModel {
  readonly diagram: Diagram
  readonly weights: EntryWeights
  /** The subjects that are counted. */
  readonly subjects: readonly number[]
  /** Titles of questions whose entries count as one, because they cannot be listed (texts, unlimited numbers). */
  readonly countedOnce: readonly string[]
}

/** The reason why an exact count is not possible: rules read values outside the questions, or the budget is used up. */
type CountObstacle = 'outside' | 'budget'

/** Builds the decision diagram of all valid configurations. */
export function createCountingModel(
  model: ProductModel,
  scope: CountScope,
  budget: DiagramBudget,
): CountingModel | CountObstacle {
  const { formulas, sizes, subjects } = model
  const questions = model.questions.filter((question) => scope === 'all' || question.required)
  const free = new Set(questions.flatMap((question) => question.subjects))
  const reachable = findReachable(model, new Set())
  const constraints = questions.flatMap((question) => {
    const unreachable = question.answers.filter((answer) => !reachable.answers.has(answer.id))
    return [
      ...settledConstraints(model, question),
      ...(question.required ? [completeConstraint(model, question)] : []),
      ...unreachable.map((answer) => formulas.not(formulas.in(answer.subject, [answer.value]))),
    ]
  })
  // Questions that are not counted have no selection. Values outside the questions cannot be decided here.
  const restrictedIds = new Set<FormulaId>()
  for (const constraint of constraints) {
    let id = constraint
    for (const subject of formulas.support(constraint)) {
      if (!free.has(subject) && subjects[subject]!.kind !== 'outside') id = formulas.restrict(id, subject, 0)
    }
    if (formulas.support(id).some((subject) => !free.has(subject))) return 'outside'
    restrictedIds.add(id)
  }
  const diagram = compileDiagram(formulas, sizes, [...free], [...restrictedIds], budget)
  if (diagram === null) return 'budget'
  const unweighted = [...free].filter((subject) => subjects[subject]!.weights.includes(null))
  return {
    diagram: restrictedIds.has(FALSE) ? { root: null, nodes: 0 } : diagram,
    weights: subjects.map((subject) => subject.weights.map((weight) => weight ?? 1n)),
    subjects: [...free],
    countedOnce: unweighted.map((subject) => model.questionOf.get(subjects[subject]!.questionId!)!.title),
  }
}
