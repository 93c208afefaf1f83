// A decision diagram of all valid configurations.
// It is compiled once with component caching. Counting and sampling then take linear time.
import { FALSE, TRUE, type FormulaId, type Formulas } from './formulas.js'

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
