// Compiles rules into one flat program of tests with jump targets: no closure per bracket, nothing allocated per evaluation.
import type { Operator } from '../question/value.js'
import type { ParsedRule, RuleNode, StoredCondition } from './stored.js'

/** Jump targets that end an evaluation. */
export const holds = -1
export const fails = -2

/** What a test compares; the first six compare a question's number, the next six a node's value, in the order of `offset`. */
export const testKind = {
  number: 0,
  node: 6,
  empty: 12,
  held: 13,
  chosen: 14,
  notChosen: 15,
  nodeNull: 16,
  nodeNumber: 17,
  closure: 18,
} as const

const offset: Readonly<Record<Operator, number>> = { '==': 0, '!=': 1, '>=': 2, '<=': 3, '>': 4, '<': 5 }

/** The test kind that compares the number of a slot or the value of a node. */
export function comparison(side: 'number' | 'node', operator: Operator): number {
  return testKind[side] + offset[operator]
}

/** One condition, bound to a product: a constant, or a test on the slot, node, answer or closure at `place`. */
export type BoundCondition = boolean | { readonly kind: number; readonly place: number; readonly value: number }

/** A test takes five places: kind, place, place of its constant, target when true, target when false. */
const width = 5

/** Collects the tests of all rules of a product. */
export class RuleWriter {
  private readonly tests: number[] = []
  private readonly constants: number[] = []

  /** Adds a rule; returns the entry where its evaluation starts. */
  add(rule: ParsedRule, bind: (condition: StoredCondition) => BoundCondition): number {
    return this.node(rule.root, rule.not ? fails : holds, rule.not ? holds : fails, bind)
  }

  private node(node: RuleNode, yes: number, no: number, bind: (condition: StoredCondition) => BoundCondition): number {
    if (node.kind === 'condition') return this.test(bind(node.condition), yes, no)
    const { parts, kind } = node
    // From the last part backwards, so that each part knows where to go on.
    let next = this.node(parts.at(-1)!, yes, no, bind)
    for (let i = parts.length - 2; i >= 0; i--) {
      next = kind === 'all' ? this.node(parts[i]!, next, no, bind) : this.node(parts[i]!, yes, next, bind)
    }
    return next
  }

  private test(bound: BoundCondition, yes: number, no: number): number {
    if (typeof bound === 'boolean') return bound ? yes : no
    if (yes === no) return yes
    this.tests.push(bound.kind, bound.place, this.constants.length, yes, no)
    this.constants.push(bound.value)
    return this.tests.length - width
  }

  finish(): RuleCode {
    return { tests: Int32Array.from(this.tests), constants: Float64Array.from(this.constants) }
  }
}

/** The tests of all rules. */
export interface RuleCode {
  readonly tests: Int32Array
  readonly constants: Float64Array
}

/** What tests read besides the parts of the state that are given as arrays. */
export interface TestedState {
  readonly text: readonly (string | null)[]
  readonly numbers: Float64Array
  readonly chosen: Uint8Array
  value(node: number): number
}

/** Runs a rule from its entry to one of the two ends; closures get the state as it is. */
export function evaluateRule<C extends TestedState>(
  code: RuleCode,
  closures: readonly ((state: C) => boolean)[],
  state: C,
  entry: number,
): boolean {
  const { tests, constants } = code
  const { numbers } = state
  let at = entry
  while (at >= 0) {
    const kind = tests[at]!
    const place = tests[at + 1]!
    const result =
      kind < testKind.empty
        ? compareAt(
            kind < testKind.node ? kind : kind - testKind.node,
            kind < testKind.node ? numbers[place]! : state.value(place),
            constants[tests[at + 2]!]!,
          )
        : testOther(kind, place, closures, state)
    at = tests[at + (result ? 3 : 4)]!
  }
  return at === holds
}

function compareAt(operator: number, left: number, right: number): boolean {
  switch (operator) {
    case 0:
      return left === right
    case 1:
      return left !== right
    case 2:
      return left >= right
    case 3:
      return left <= right
    case 4:
      return left > right
    default:
      return left < right
  }
}

function testOther<C extends TestedState>(
  kind: number,
  place: number,
  closures: readonly ((state: C) => boolean)[],
  state: C,
): boolean {
  switch (kind) {
    case testKind.empty:
      return state.text[place] === null
    case testKind.held:
      return state.text[place] !== null
    case testKind.chosen:
      return state.chosen[place] === 1
    case testKind.notChosen:
      return state.chosen[place] === 0
    case testKind.nodeNull:
      return Number.isNaN(state.value(place))
    case testKind.nodeNumber:
      return !Number.isNaN(state.value(place))
    default:
      return closures[place]!(state)
  }
}
