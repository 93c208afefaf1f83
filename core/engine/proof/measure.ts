// What a decision diagram answers in one pass: how many configurations, how often each value, the cheapest and dearest, uniform samples.
import type { Diagram, DiagramNode } from './diagram.js'

/** How many concrete entries a value index stands for: 1 for an answer, the integers of an interval for a number. */
export type Weights = readonly (readonly bigint[])[]

/** `allows(s, v)` restricts the configurations to those that agree with held selections. */
export type Evidence = (subject: number, value: number) => boolean

const everything: Evidence = () => true

/** Nodes with children before parents. */
function ordered(diagram: Diagram): DiagramNode[] {
  const seen = new Set<DiagramNode>()
  const order: DiagramNode[] = []
  const visit = (node: DiagramNode): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.kind === 'decision') for (const branch of node.branches) visit(branch.child)
    if (node.kind === 'product') for (const part of node.parts) visit(part)
    order.push(node)
  }
  if (diagram.root) visit(diagram.root)
  return order
}

function weigh(weights: Weights, allows: Evidence, subject: number, values: Iterable<number>): bigint {
  let sum = 0n
  for (const value of values) if (allows(subject, value)) sum += weights[subject]![value]!
  return sum
}

function counts(order: readonly DiagramNode[], weights: Weights, allows: Evidence): Map<DiagramNode, bigint> {
  const count = new Map<DiagramNode, bigint>()
  for (const node of order) {
    let value = 1n
    if (node.kind === 'decision') {
      value = 0n
      for (const branch of node.branches) value += weigh(weights, allows, node.subject, branch.values) * count.get(branch.child)!
    } else if (node.kind === 'product') {
      for (const part of node.parts) value *= count.get(part)!
      for (const subject of node.free) value *= weigh(weights, allows, subject, weights[subject]!.keys())
    }
    count.set(node, value)
  }
  return count
}

/** The number of valid configurations that agree with the evidence. */
export function countConfigurations(diagram: Diagram, weights: Weights, allows: Evidence = everything): bigint {
  if (!diagram.root) return 0n
  return counts(ordered(diagram), weights, allows).get(diagram.root)!
}

/** For every subject and value, the number of valid configurations that hold it. */
export function countValues(diagram: Diagram, weights: Weights, allows: Evidence = everything): bigint[][] {
  const shares = weights.map((values) => values.map(() => 0n))
  if (!diagram.root) return shares
  const order = ordered(diagram)
  const count = counts(order, weights, allows)
  const paths = new Map<DiagramNode, bigint>([[diagram.root, 1n]])
  const add = (node: DiagramNode, paths_: bigint): void => void paths.set(node, (paths.get(node) ?? 0n) + paths_)
  for (const node of order.toReversed()) {
    const above = paths.get(node) ?? 0n
    if (above === 0n) continue
    if (node.kind === 'decision') {
      for (const branch of node.branches) {
        const below = count.get(branch.child)!
        for (const value of branch.values) {
          if (allows(node.subject, value)) shares[node.subject]![value]! += above * weights[node.subject]![value]! * below
        }
        add(branch.child, above * weigh(weights, allows, node.subject, branch.values))
      }
    } else if (node.kind === 'product') {
      const whole = count.get(node)!
      if (whole === 0n) continue
      for (const part of node.parts) add(part, (above * whole) / count.get(part)!)
      for (const subject of node.free) {
        const others = (above * whole) / weigh(weights, allows, subject, weights[subject]!.keys())
        for (const [value, weight] of weights[subject]!.entries())
          if (allows(subject, value)) shares[subject]![value]! += others * weight
      }
    }
  }
  return shares
}

/** The least (or with sign -1 the greatest) sum of costs over all valid configurations, with one that reaches it; null if there is none. */
export function extreme(
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
    let found = { value: -1, cost: Number.POSITIVE_INFINITY }
    for (const value of values) {
      const cost = sign * costs(subject, value)
      if (cost < found.cost) found = { value, cost }
    }
    return found
  }
  const all = (subject: number): Iterable<number> => Array.from({ length: sizes[subject]! }, (_, value) => value)
  for (const node of ordered(diagram)) {
    let cost = 0
    if (node.kind === 'decision') {
      cost = Number.POSITIVE_INFINITY
      for (const branch of node.branches) {
        const here = cheapest(node.subject, branch.values)
        const sum = here.cost + best.get(branch.child)!
        if (sum < cost) {
          cost = sum
          choice.set(node, { value: here.value, child: branch.child })
        }
      }
    } else if (node.kind === 'product') {
      for (const part of node.parts) cost += best.get(part)!
      for (const subject of node.free) cost += cheapest(subject, all(subject)).cost
    }
    best.set(node, cost)
  }
  const values = new Map<number, number>()
  const follow = (node: DiagramNode): void => {
    if (node.kind === 'decision') {
      const { value, child } = choice.get(node)!
      values.set(node.subject, value)
      follow(child)
    } else if (node.kind === 'product') {
      for (const part of node.parts) follow(part)
      for (const subject of node.free) values.set(subject, cheapest(subject, all(subject)).value)
    }
  }
  follow(diagram.root)
  for (const subject of subjects) if (!values.has(subject)) values.set(subject, cheapest(subject, all(subject)).value)
  return { cost: sign * best.get(diagram.root)!, values }
}

/** A whole number in [0, bound), from a source of numbers in [0, 1). */
function below(bound: bigint, random: () => number): bigint {
  const chunks = Math.ceil(bound.toString(2).length / 24)
  const range = 1n << BigInt(24 * chunks)
  const usable = range - (range % bound)
  for (;;) {
    let drawn = 0n
    for (let i = 0; i < chunks; i++) drawn = (drawn << 24n) | BigInt(Math.floor(random() * 0x1000000))
    if (drawn < usable) return drawn % bound
  }
}

/** Returns a function that draws valid configurations uniformly, as value indexes by subject; null if there is none. */
export function sampler(diagram: Diagram, weights: Weights): ((random: () => number) => Map<number, number>) | null {
  const { root } = diagram
  if (!root) return null
  const count = counts(ordered(diagram), weights, everything)
  if (count.get(root) === 0n) return null
  const pick = (subject: number, values: Iterable<number>, random: () => number): number => {
    const listed = [...values]
    let drawn = below(weigh(weights, everything, subject, listed), random)
    for (const value of listed) {
      drawn -= weights[subject]![value]!
      if (drawn < 0n) return value
    }
    return listed.at(-1)!
  }
  const walk = (node: DiagramNode, values: Map<number, number>, random: () => number): void => {
    if (node.kind === 'decision') {
      let drawn = below(count.get(node)!, random)
      for (const branch of node.branches) {
        drawn -= weigh(weights, everything, node.subject, branch.values) * count.get(branch.child)!
        if (drawn >= 0n) continue
        values.set(node.subject, pick(node.subject, branch.values, random))
        walk(branch.child, values, random)
        return
      }
    } else if (node.kind === 'product') {
      for (const part of node.parts) walk(part, values, random)
      for (const subject of node.free) values.set(subject, pick(subject, weights[subject]!.keys(), random))
    }
  }
  return (random) => {
    const values = new Map<number, number>()
    walk(root, values, random)
    return values
  }
}
