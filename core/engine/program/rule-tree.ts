// The condition tree of a rule, for explanations.
// Each condition can be tested separately and lists the questions that it reads.
import { evaluateRule, type RuleCode, RuleWriter } from '../rule/rule-compiler.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'
import { Binder } from './binder.js'
import type { StateView, Program } from './program.js'
import { collectQuestions, ReadRecorder } from './dependency-graph.js'

export interface Condition {
  readonly stored: StoredCondition
  /** Indexes of the questions on which the condition depends, directly or through calculations and prices, ascending. */
  readonly questions: readonly number[]
  /** True if it reads only the selection of a single question. */
  readonly direct: boolean
  /** The value node that the condition compares with a number or with null. Null if the condition reads anything else. */
  readonly node: number | null
  test(state: StateView): boolean
}

export type RuleTree =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly RuleTree[] }

export interface AnalyzedRule {
  readonly not: boolean
  readonly root: RuleTree
  readonly conditions: readonly Condition[]
  /** All questions on which the conditions depend, ascending. */
  readonly questions: readonly number[]
}

function comparedNode(program: Program, { type }: StoredCondition, { selections, nodes }: ReadRecorder): number | null {
  const definition = program.types.conditionTypes.get(type)
  return definition && 'operand' in definition && selections.length === 0 && nodes.length === 1 ? nodes[0]! : null
}

/** Parses a stored rule into a tree. Null if there is no rule, Malformed if it cannot be parsed. */
export function parseRuleTree(program: Program, stored: StoredRule): AnalyzedRule | Malformed | null {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return parsed
  const recorder = new ReadRecorder()
  const binder = new Binder(program, recorder)
  const writer = new RuleWriter()
  const conditions: Condition[] = []
  let code: RuleCode | null = null
  const toCondition = (stored: StoredCondition): Condition => {
    recorder.selections = []
    recorder.nodes = []
    const entry = writer.add({ not: false, root: { kind: 'condition', condition: stored } }, (condition) =>
      binder.condition(condition),
    )
    const direct = recorder.nodes.length === 0 && recorder.selections.length === 1
    const condition: Condition = {
      stored,
      questions: collectQuestions(program, recorder),
      direct,
      node: comparedNode(program, stored, recorder),
      test: (state) => evaluateRule((code ??= writer.finish()), binder.closures, state, entry),
    }
    conditions.push(condition)
    return condition
  }
  const tree = (node: RuleNode): RuleTree =>
    node.kind === 'condition'
      ? { kind: 'condition', condition: toCondition(node.condition) }
      : { kind: node.kind, parts: node.parts.map(tree) }
  try {
    const root = tree(parsed.root)
    const questions = [...new Set(conditions.flatMap((condition) => condition.questions))].sort((a, b) => a - b)
    return { not: parsed.not, root, conditions, questions }
  } catch (error) {
    if (error instanceof Malformed) return error
    throw error
  }
}

/** Evaluates a rule with some undecided (null) conditions. Returns null if the result depends on them. */
export function evaluateTree(rule: AnalyzedRule, resultOf: (condition: Condition) => boolean | null): boolean | null {
  const evaluate = (tree: RuleTree): boolean | null => {
    if (tree.kind === 'condition') return resultOf(tree.condition)
    const decisive = tree.kind === 'any'
    let open = false
    for (const part of tree.parts) {
      const result = evaluate(part)
      if (result === decisive) return decisive
      if (result === null) open = true
    }
    return open ? null : !decisive
  }
  const result = evaluate(rule.root)
  return result === null ? null : result !== rule.not
}
