// Compiles rules into a flat program of tests with jump targets. Evaluation allocates no memory.
import type { Operator } from '../question/value.js'
import type { ParsedRule, RuleNode, StoredCondition } from './stored.js'

/** Jump targets that end an evaluation. */
export const ruleTrueExit = -1
export const ruleFalseExit = -2

/** The test operations. 0 to 5 compare the number of a question, 6 to 11 the value of a node, in the order of `offset`. */
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

/** The test operation that compares the number of a question or the value of a node. */
export function comparisonKind(side: 'number' | 'node', operator: Operator): number {
  return testKind[side] + offset[operator]
}

/** A compiled condition: a constant, or a test of the question, node, answer or closure with index `place`. */
export type BoundCondition = boolean | { readonly kind: number; readonly place: number; readonly value: number }

/** A test has five fields: operation, index, index of its constant, target if true, target if false. */
const testSize = 5

/** Collects the tests of all rules of a product. */
export class RuleWriter {
  private readonly tests: number[] = []
  private readonly constants: number[] = []

  /** Adds a rule. Returns its entry point. */
  add(rule: ParsedRule, bind: (condition: StoredCondition) => BoundCondition): number {
    return this.node(rule.root, rule.not ? ruleFalseExit : ruleTrueExit, rule.not ? ruleTrueExit : ruleFalseExit, bind)
  }

  private node(
    node: RuleNode,
    whenTrue: number,
    whenFalse: number,
    bind: (condition: StoredCondition) => BoundCondition,
  ): number {
    if (node.kind === 'condition') return this.test(bind(node.condition), whenTrue, whenFalse)
    const { parts, kind } = node
    // Backwards from the last part, because each part needs the entry point of the next one.
    let next = this.node(parts.at(-1)!, whenTrue, whenFalse, bind)
    for (let i = parts.length - 2; i >= 0; i--) {
      next = kind === 'all' ? this.node(parts[i]!, next, whenFalse, bind) : this.node(parts[i]!, whenTrue, next, bind)
    }
    return next
  }

  private test(bound: BoundCondition, whenTrue: number, whenFalse: number): number {
    if (typeof bound === 'boolean') return bound ? whenTrue : whenFalse
    if (whenTrue === whenFalse) return whenTrue
    this.tests.push(bound.kind, bound.place, this.constants.length, whenTrue, whenFalse)
    this.constants.push(bound.value)
    return this.tests.length - testSize
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

/** The parts of a configuration's state that tests read. */
interface RuleState {
  readonly text: readonly (string | null)[]
  readonly numbers: Float64Array
  readonly chosen: Uint8Array
  value(node: number): number
}

/** Evaluates a rule from its entry point. */
export function evaluateRule<C extends RuleState>(
  code: RuleCode,
  closures: readonly ((state: C) => boolean)[],
  state: C,
  entry: number,
): boolean {
  const { tests, constants } = code
  const { numbers } = state
  let position = entry
  while (position >= 0) {
    const kind = tests[position]!
    const index = tests[position + 1]!
    const result =
      kind < testKind.empty
        ? compareNumbers(
            kind < testKind.node ? kind : kind - testKind.node,
            kind < testKind.node ? numbers[index]! : state.value(index),
            constants[tests[position + 2]!]!,
          )
        : testSelection(kind, index, closures, state)
    position = tests[position + (result ? 3 : 4)]!
  }
  return position === ruleTrueExit
}

function compareNumbers(operator: number, left: number, right: number): boolean {
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

function testSelection<C extends RuleState>(
  kind: number,
  index: number,
  closures: readonly ((state: C) => boolean)[],
  state: C,
): boolean {
  switch (kind) {
    case testKind.empty:
      return state.text[index] === null
    case testKind.held:
      return state.text[index] !== null
    case testKind.chosen:
      return state.chosen[index] === 1
    case testKind.notChosen:
      return state.chosen[index] === 0
    case testKind.nodeNull:
      return Number.isNaN(state.value(index))
    case testKind.nodeNumber:
      return !Number.isNaN(state.value(index))
    default:
      return closures[index]!(state)
  }
}
