// Compiles rules into one flat program of tests with jump targets: no closure per bracket, nothing allocated per evaluation.
import type { Operator } from '../question/value.js'
import type { ParsedRule, RuleNode, StoredCondition } from './stored.js'

/** Jump targets that end an evaluation. */
export const holds = -1
export const fails = -2

/** What a test compares. Numbers of a slot, values of a node and closures come in one array each. */
export const testKind = {
  numberEqual: 0,
  numberUnequal: 1,
  numberAtLeast: 2,
  numberAtMost: 3,
  numberAbove: 4,
  numberBelow: 5,
  empty: 6,
  held: 7,
  chosen: 8,
  notChosen: 9,
  nodeEqual: 10,
  nodeUnequal: 11,
  nodeAtLeast: 12,
  nodeAtMost: 13,
  nodeAbove: 14,
  nodeBelow: 15,
  nodeNull: 16,
  nodeNumber: 17,
  closure: 18,
} as const

const offset: Readonly<Record<Operator, number>> = { '==': 0, '!=': 1, '>=': 2, '<=': 3, '>': 4, '<': 5 }

/** The test kind that compares the number of a slot or the value of a node. */
export function comparison(side: 'number' | 'node', operator: Operator): number {
  return (side === 'number' ? testKind.numberEqual : testKind.nodeEqual) + offset[operator]
}

/** One condition, bound to a product: a constant, or a test on the slot, node, answer or closure at `place`. */
export type BoundCondition = boolean | { readonly kind: number; readonly place: number; readonly value: number }

/** Collects the tests of all rules of a product. */
export class RuleWriter {
  private readonly kinds: number[] = []
  private readonly places: number[] = []
  private readonly values: number[] = []
  private readonly whenTrue: number[] = []
  private readonly whenFalse: number[] = []

  /** Adds a rule; returns the entry where its evaluation starts. */
  add(rule: ParsedRule, bind: (condition: StoredCondition) => BoundCondition): number {
    return this.node(rule.root, rule.not ? fails : holds, rule.not ? holds : fails, bind)
  }

  private node(node: RuleNode, yes: number, no: number, bind: (condition: StoredCondition) => BoundCondition): number {
    if (node.kind === 'condition') return this.test(bind(node.condition), yes, no)
    // From the last part backwards, so that each part knows where to go on.
    return node.parts.reduceRight((next, part, i) => {
      const last = i === node.parts.length - 1
      if (node.kind === 'all') return this.node(part, last ? yes : next, no, bind)
      return this.node(part, yes, last ? no : next, bind)
    }, yes)
  }

  private test(bound: BoundCondition, yes: number, no: number): number {
    if (typeof bound === 'boolean') return bound ? yes : no
    if (yes === no) return yes
    this.kinds.push(bound.kind)
    this.places.push(bound.place)
    this.values.push(bound.value)
    this.whenTrue.push(yes)
    this.whenFalse.push(no)
    return this.kinds.length - 1
  }

  finish(): RuleCode {
    return {
      kind: Uint8Array.from(this.kinds),
      place: Int32Array.from(this.places),
      value: Float64Array.from(this.values),
      whenTrue: Int32Array.from(this.whenTrue),
      whenFalse: Int32Array.from(this.whenFalse),
    }
  }
}

/** The tests of all rules, in parallel arrays. */
export interface RuleCode {
  readonly kind: Uint8Array
  readonly place: Int32Array
  readonly value: Float64Array
  readonly whenTrue: Int32Array
  readonly whenFalse: Int32Array
}
