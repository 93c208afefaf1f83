// Counts, draws and optimises the valid configurations of a product by its decision diagram.
import { FALSE, type FormulaId, completeConstraint, settledConstraints, type ProductModel } from './formulas.js'
import { findReachable } from './reachability.js'
import { type DiagramNode, type Diagram, type DiagramBudget, compileDiagram } from './diagram.js'

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
