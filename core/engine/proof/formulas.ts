// Boolean formulas over subjects that take one of finitely many values each: interned, in negation normal form, restricted by assignment.

/** An interned formula; equal formulas have equal ids within one store. */
export type FormulaId = number

export const FALSE: FormulaId = 0
export const TRUE: FormulaId = 1

export type FormulaNode =
  | { readonly kind: 'false' }
  | { readonly kind: 'true' }
  /** The subject takes one of the values; ascending, neither none nor all of its values. */
  | { readonly kind: 'in'; readonly subject: number; readonly values: readonly number[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FormulaId[] }

/** A store of interned formulas; `sizes[s]` is the number of values of subject s. */
export class Formulas {
  private readonly nodes: FormulaNode[] = [{ kind: 'false' }, { kind: 'true' }]
  private readonly supports: (readonly number[])[] = [[], []]
  private readonly interned = new Map<string, FormulaId>()
  private readonly negations = new Map<FormulaId, FormulaId>([
    [FALSE, TRUE],
    [TRUE, FALSE],
  ])

  constructor(private readonly sizes: readonly number[]) {}

  node(id: FormulaId): FormulaNode {
    return this.nodes[id]!
  }

  /** The subjects that the formula speaks of, ascending. */
  support(id: FormulaId): readonly number[] {
    return this.supports[id]!
  }

  /** The subject takes one of the given values (any order, repeats allowed). */
  in(subject: number, values: Iterable<number>): FormulaId {
    const sorted = [...new Set(values)].sort((a, b) => a - b)
    if (sorted.length === 0) return FALSE
    if (sorted.length === this.sizes[subject]) return TRUE
    return this.intern(`${subject}:${sorted.join(',')}`, { kind: 'in', subject, values: sorted }, [subject])
  }

  and(parts: Iterable<FormulaId>): FormulaId {
    return plainly(parts, TRUE, FALSE) ?? this.combine('and', parts, TRUE, FALSE)
  }

  or(parts: Iterable<FormulaId>): FormulaId {
    return plainly(parts, FALSE, TRUE) ?? this.combine('or', parts, FALSE, TRUE)
  }

  not(id: FormulaId): FormulaId {
    const known = this.negations.get(id)
    if (known !== undefined) return known
    const node = this.nodes[id]!
    let negated: FormulaId
    if (node.kind === 'in') {
      const taken = new Set(node.values)
      const others: number[] = []
      for (let value = 0; value < this.sizes[node.subject]!; value++) if (!taken.has(value)) others.push(value)
      negated = this.in(node.subject, others)
    } else if (node.kind === 'and') negated = this.or(node.parts.map((part) => this.not(part)))
    else if (node.kind === 'or') negated = this.and(node.parts.map((part) => this.not(part)))
    else negated = id === TRUE ? FALSE : TRUE
    this.negations.set(id, negated)
    this.negations.set(negated, id)
    return negated
  }

  implies(premise: FormulaId, conclusion: FormulaId): FormulaId {
    if (conclusion === TRUE) return TRUE
    return this.or([this.not(premise), conclusion])
  }

  /** The formula under the assumption that the subject has the value; `memo` serves one pair of subject and value. */
  restrict(id: FormulaId, subject: number, value: number, memo = new Map<FormulaId, FormulaId>()): FormulaId {
    if (!this.speaksOf(id, subject)) return id
    const known = memo.get(id)
    if (known !== undefined) return known
    const node = this.nodes[id]!
    let restricted = id
    if (node.kind === 'in') restricted = node.values.includes(value) ? TRUE : FALSE
    else if (node.kind === 'and') restricted = this.and(node.parts.map((part) => this.restrict(part, subject, value, memo)))
    else if (node.kind === 'or') restricted = this.or(node.parts.map((part) => this.restrict(part, subject, value, memo)))
    memo.set(id, restricted)
    return restricted
  }

  /** Whether the formula holds under a full assignment of value indexes to subjects. */
  holds(id: FormulaId, values: ArrayLike<number>): boolean {
    const node = this.nodes[id]!
    if (node.kind === 'in') return node.values.includes(values[node.subject]!)
    if (node.kind === 'and') return node.parts.every((part) => this.holds(part, values))
    if (node.kind === 'or') return node.parts.some((part) => this.holds(part, values))
    return node.kind === 'true'
  }

  private speaksOf(id: FormulaId, subject: number): boolean {
    const support = this.supports[id]!
    let low = 0
    let high = support.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = support[middle]!
      if (found === subject) return true
      if (found < subject) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  private combine(kind: 'and' | 'or', given: Iterable<FormulaId>, neutral: FormulaId, absorbing: FormulaId): FormulaId {
    const parts = new Set<FormulaId>()
    const sets = new Map<number, readonly number[]>()
    const take = (id: FormulaId): boolean => {
      const node = this.nodes[id]!
      if (id === absorbing) return false
      if (node.kind === kind) return node.parts.every(take)
      // Several statements about one subject become one: intersection under and, union under or.
      if (node.kind === 'in') sets.set(node.subject, merge(kind, sets.get(node.subject), node.values))
      else if (id !== neutral) parts.add(id)
      return true
    }
    for (const id of given) if (!take(id)) return absorbing
    for (const [subject, values] of sets) {
      const id = this.in(subject, values)
      if (id === absorbing) return absorbing
      if (id !== neutral) parts.add(id)
    }
    for (const part of parts) if (parts.has(this.negations.get(part) ?? -1)) return absorbing
    if (parts.size === 0) return neutral
    if (parts.size === 1) return parts.values().next().value!
    const sorted = [...parts].sort((a, b) => a - b)
    const support = new Set<number>()
    for (const part of sorted) for (const subject of this.supports[part]!) support.add(subject)
    return this.intern(
      `${kind}${sorted.join(',')}`,
      { kind, parts: sorted },
      [...support].sort((a, b) => a - b),
    )
  }

  private intern(key: string, node: FormulaNode, support: readonly number[]): FormulaId {
    const known = this.interned.get(key)
    if (known !== undefined) return known
    const id = this.nodes.length
    this.nodes.push(node)
    this.supports.push(support)
    this.interned.set(key, id)
    return id
  }
}

/** What comes of parts of which one at most says something; null where more do. Most records of a product have no rule. */
function plainly(parts: Iterable<FormulaId>, neutral: FormulaId, absorbing: FormulaId): FormulaId | null {
  if (!Array.isArray(parts)) return null
  let one = neutral
  let count = 0
  for (const part of parts as readonly FormulaId[]) {
    if (part === absorbing) return absorbing
    if (part === neutral || part === one) continue
    one = part
    count++
  }
  return count > 1 ? null : one
}

function merge(kind: 'and' | 'or', before: readonly number[] | undefined, values: readonly number[]): readonly number[] {
  if (before === undefined) return values
  if (kind === 'and') return before.filter((value) => values.includes(value))
  return [...new Set([...before, ...values])].sort((a, b) => a - b)
}
