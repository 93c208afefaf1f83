// Which parts of a rule change nothing: a part matters where some selections exist with which it alone decides.
import type { ParsedRule, RuleNode } from '../rule/stored.js'
import type { Abstraction } from './abstract.js'
import type { FormulaId } from './formulas.js'
import { exampleOf } from './example.js'
import type { Prover } from './solver.js'

interface Part {
  readonly kind: RuleNode['kind']
  readonly formula: FormulaId
  readonly path: string
  readonly parts: readonly Part[]
}

class Redundancy {
  private readonly root: Part
  /** Parts known to matter. */
  private readonly matters = new Set<Part>()
  private readonly removed = new Set<Part>()
  private readonly found: string[] = []

  constructor(
    private readonly model: Abstraction,
    private readonly prover: Prover,
    rule: ParsedRule,
  ) {
    this.root = this.read(rule.root, '')
  }

  private read(node: RuleNode, path: string): Part {
    const { kind } = node
    if (kind === 'condition') return { kind, formula: this.model.formulaOf(node), path, parts: [] }
    const prefix = path === '' ? kind : `${path}.${kind}`
    const parts = node.parts.map((part, i) => this.read(part, `${prefix}[${i}]`))
    const formulas = parts.map(({ formula }) => formula)
    const { formulas: store } = this.model
    return { kind, formula: kind === 'all' ? store.and(formulas) : store.or(formulas), path, parts }
  }

  /** Learns from selections: each part that alone decides the rule there matters. */
  learn(values: Int32Array): void {
    this.judge(this.root, values)
  }

  /** `part` decides the rule with these selections; notes which parts of it decide it alone. */
  private judge(part: Part, values: Int32Array): void {
    const decisive = part.kind === 'any'
    const kept = part.parts.filter((one) => !this.removed.has(one))
    const deciding = kept.filter((one) => this.model.formulas.holds(one.formula, values) === decisive)
    if (deciding.length > 1) return
    for (const one of deciding) this.matters.add(one)
    for (const one of deciding.length === 1 ? deciding : kept) this.judge(one, values)
  }

  /** `context` are formulas under which the part decides the rule. */
  private visit(part: Part, context: readonly FormulaId[]): void {
    const { formulas } = this.model
    // Of `all`, the others hold and the part fails; of `any`, the other way round.
    const neutral = part.parts.map(({ formula }) => (part.kind === 'all' ? formula : formulas.not(formula)))
    const kept = new Set(part.parts.keys())
    const others = (i: number): FormulaId[] => {
      const found: FormulaId[] = []
      for (const k of kept) if (k !== i) found.push(neutral[k]!)
      return found
    }
    for (const i of [...part.parts.keys()].toReversed()) {
      const one = part.parts[i]!
      if (kept.size === 1 || this.matters.has(one)) continue
      if (this.prover.expired()) return
      const example = exampleOf(this.model, this.prover, [formulas.not(neutral[i]!), ...context, ...others(i)])
      if (example instanceof Int32Array) this.learn(example)
      if (example !== 'none') continue
      kept.delete(i)
      this.removed.add(one)
      this.found.push(one.path)
    }
    for (const i of kept) {
      const one = part.parts[i]!
      if (this.prover.expired()) return
      if (this.hasUnknown(one)) this.visit(one, [...context, ...others(i)])
    }
  }

  private hasUnknown(part: Part): boolean {
    return part.parts.some((one) => !this.matters.has(one) || this.hasUnknown(one))
  }

  search(): readonly string[] {
    if (this.hasUnknown(this.root)) this.visit(this.root, [])
    return this.found.toReversed()
  }
}

/**
 * The largest parts whose removal leaves the rule equivalent; of parts that make each other needless, the later one. `examples`
 * are selections to learn from.
 */
export function redundantParts(
  model: Abstraction,
  prover: Prover,
  rule: ParsedRule,
  examples: readonly Int32Array[],
): readonly string[] {
  const redundancy = new Redundancy(model, prover, rule)
  for (const values of examples) redundancy.learn(values)
  return redundancy.search()
}
