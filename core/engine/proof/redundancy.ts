// Finds parts of a rule without effect. A part is relevant if selections exist for which it alone decides the rule.
import type { ParsedRule, RuleNode } from '../rule/stored.js'
import type { ProofModel } from './proof-model.js'
import type { FormulaId } from './formulas.js'
import { findExample } from './reachability.js'
import type { Prover } from './solver.js'

interface Part {
  readonly kind: RuleNode['kind']
  readonly formula: FormulaId
  readonly path: string
  readonly parts: readonly Part[]
}

class Redundancy {
  private readonly root: Part
  /** Parts known to be relevant. */
  private readonly relevant = new Set<Part>()
  private readonly removed = new Set<Part>()
  private readonly redundantPaths: string[] = []

  constructor(
    private readonly model: ProofModel,
    private readonly prover: Prover,
    rule: ParsedRule,
  ) {
    this.root = this.toPart(rule.root, '')
  }

  private toPart(node: RuleNode, path: string): Part {
    const { kind } = node
    if (kind === 'condition') return { kind, formula: this.model.formulaOf(node), path, parts: [] }
    const prefix = path === '' ? kind : `${path}.${kind}`
    const parts = node.parts.map((part, i) => this.toPart(part, `${prefix}[${i}]`))
    const formulas = parts.map(({ formula }) => formula)
    const { formulas: store } = this.model
    return { kind, formula: kind === 'all' ? store.and(formulas) : store.or(formulas), path, parts }
  }

  /** Learns from selections: a part that alone decides the rule is relevant. */
  record(values: Int32Array): void {
    this.markRelevant(this.root, values)
  }

  /** Marks the children that alone decide the rule for these selections. `part` itself decides it. */
  private markRelevant(part: Part, values: Int32Array): void {
    const decisive = part.kind === 'any'
    const remaining = part.parts.filter((child) => !this.removed.has(child))
    const decidingParts = remaining.filter((child) => this.model.formulas.holds(child.formula, values) === decisive)
    if (decidingParts.length > 1) return
    for (const child of decidingParts) this.relevant.add(child)
    for (const child of decidingParts.length === 1 ? decidingParts : remaining) this.markRelevant(child, values)
  }

  /** `context` are formulas under which the part decides the rule. */
  private searchPart(part: Part, context: readonly FormulaId[]): void {
    const { formulas } = this.model
    // A part of `all` decides if the other parts hold; a part of `any` if the others fail.
    const neutral = part.parts.map(({ formula }) => (part.kind === 'all' ? formula : formulas.not(formula)))
    const remaining = new Set(part.parts.keys())
    const otherFormulas = (i: number): FormulaId[] => {
      const formulaList: FormulaId[] = []
      for (const k of remaining) if (k !== i) formulaList.push(neutral[k]!)
      return formulaList
    }
    for (const i of [...part.parts.keys()].toReversed()) {
      const child = part.parts[i]!
      if (remaining.size === 1 || this.relevant.has(child)) continue
      if (this.prover.expired()) return
      const example = findExample(this.model, this.prover, [formulas.not(neutral[i]!), ...context, ...otherFormulas(i)])
      if (example instanceof Int32Array) this.record(example)
      if (example !== 'none') continue
      remaining.delete(i)
      this.removed.add(child)
      this.redundantPaths.push(child.path)
    }
    for (const i of remaining) {
      const child = part.parts[i]!
      if (this.prover.expired()) return
      if (this.hasUndecided(child)) this.searchPart(child, [...context, ...otherFormulas(i)])
    }
  }

  private hasUndecided(part: Part): boolean {
    return part.parts.some((child) => !this.relevant.has(child) || this.hasUndecided(child))
  }

  search(): readonly string[] {
    if (this.hasUndecided(this.root)) this.searchPart(this.root, [])
    return this.redundantPaths.toReversed()
  }
}

/**
 * The largest parts whose removal leaves an equivalent rule. If two parts make each other redundant, the later one. `examples`
 * are selections to learn from.
 */
export function findRedundantParts(
  model: ProofModel,
  prover: Prover,
  rule: ParsedRule,
  examples: readonly Int32Array[],
): readonly string[] {
  const redundancy = new Redundancy(model, prover, rule)
  for (const values of examples) redundancy.record(values)
  return redundancy.search()
}
