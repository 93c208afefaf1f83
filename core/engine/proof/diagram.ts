// A decision diagram of all valid configurations: decided once with component caching, then counted, weighed and sampled in linear time.
import { FALSE, TRUE, type FormulaId, type Formulas } from './formulas.js'

export interface Branch {
  readonly values: readonly number[]
  readonly child: DiagramNode
}

/** `free` are subjects of the node's component that no constraint restricts any more: they take every value. */
export type DiagramNode =
  | { readonly kind: 'leaf' }
  | { readonly kind: 'decision'; readonly subject: number; readonly branches: readonly Branch[]; readonly index: number }
  | { readonly kind: 'product'; readonly parts: readonly DiagramNode[]; readonly free: readonly number[]; readonly index: number }

export interface Diagram {
  /** null: there is no valid configuration. */
  readonly root: DiagramNode | null
  readonly nodes: number
}

export interface DiagramBudget {
  readonly nodes: number
  /** Returns true when time is up. */
  readonly expired: () => boolean
}

class OutOfBudget extends Error {}

const leaf: DiagramNode = { kind: 'leaf' }

/**
 * Compiles the conjunction of the constraints over the given subjects; null when the budget ran out first.
 * Constraints must already be restricted to these subjects.
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

  const next = (): number => {
    if (nodes >= budget.nodes || budget.expired()) throw new OutOfBudget()
    return nodes++
  }

  /** Splits top-level conjunctions, drops what always holds; null where something never does. */
  const simplify = (given: readonly FormulaId[]): FormulaId[] | null => {
    const kept = new Set<FormulaId>()
    for (const id of given) {
      if (id === FALSE) return null
      if (id === TRUE) continue
      const node = formulas.node(id)
      if (node.kind === 'and') for (const part of node.parts) kept.add(part)
      else kept.add(id)
    }
    return [...kept].sort((a, b) => a - b)
  }

  const components = (ids: readonly FormulaId[]): FormulaId[][] => {
    const root = new Map<number, number>()
    const find = (subject: number): number => {
      let at = subject
      while (root.get(at) !== at) {
        const parent = root.get(root.get(at)!)!
        root.set(at, parent)
        at = parent
      }
      return at
    }
    for (const id of ids) {
      let first = -1
      for (const subject of formulas.support(id)) {
        if (!root.has(subject)) root.set(subject, subject)
        if (first < 0) first = find(subject)
        else root.set(find(subject), first)
      }
    }
    const groups = new Map<number, FormulaId[]>()
    for (const id of ids) {
      const group = find(formulas.support(id)[0]!)
      const members = groups.get(group)
      if (members) members.push(id)
      else groups.set(group, [id])
    }
    return [...groups.values()]
  }

  const decide = (ids: readonly FormulaId[]): DiagramNode | null => {
    const key = ids.join(',')
    const known = cache.get(key)
    if (known !== undefined) return known
    // A decision over thousands of constraints takes long by itself.
    if (budget.expired()) throw new OutOfBudget()
    const counts = new Map<number, number>()
    for (const id of ids) for (const subject of formulas.support(id)) counts.set(subject, (counts.get(subject) ?? 0) + 1)
    let chosen = -1
    let most = -1
    for (const [subject, count] of counts) {
      // A constraint over one subject alone decides it at once; otherwise the subject in most constraints splits best.
      if (count > most || (count === most && subject < chosen)) {
        most = count
        chosen = subject
      }
    }
    const support = [...counts.keys()].filter((subject) => subject !== chosen)
    const groups = new Map<string, { values: number[]; ids: FormulaId[] }>()
    for (let value = 0; value < sizes[chosen]!; value++) {
      const memo = new Map<FormulaId, FormulaId>()
      const restricted = simplify(ids.map((id) => formulas.restrict(id, chosen, value, memo)))
      if (restricted === null) continue
      const same = restricted.join(',')
      const group = groups.get(same)
      if (group) group.values.push(value)
      else groups.set(same, { values: [value], ids: restricted })
    }
    const branches: Branch[] = []
    for (const group of groups.values()) {
      const child = product(group.ids, support)
      if (child) branches.push({ values: group.values, child })
    }
    const node: DiagramNode | null = branches.length === 0 ? null : { kind: 'decision', subject: chosen, branches, index: next() }
    cache.set(key, node)
    return node
  }

  const product = (ids: readonly FormulaId[], within: readonly number[]): DiagramNode | null => {
    const parts: DiagramNode[] = []
    const bound = new Set<number>()
    for (const component of components(ids)) {
      const part = decide(component)
      if (part === null) return null
      parts.push(part)
      for (const id of component) for (const subject of formulas.support(id)) bound.add(subject)
    }
    const free = within.filter((subject) => !bound.has(subject))
    if (free.length === 0 && parts.length === 0) return leaf
    if (free.length === 0 && parts.length === 1) return parts[0]!
    return { kind: 'product', parts, free, index: next() }
  }

  try {
    const ids = simplify(constraints)
    const root = ids === null ? null : product(ids, subjects)
    return { root, nodes }
  } catch (error) {
    if (error instanceof OutOfBudget || error instanceof RangeError) return null
    throw error
  }
}
