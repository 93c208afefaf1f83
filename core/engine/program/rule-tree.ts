// A rule taken apart for explanations: its tree of conditions, each of which can be tested alone and knows the questions it reads.
import { evaluateRule, type RuleCode, RuleWriter } from '../rule/compile.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'
import { Binder } from './bind.js'
import type { StateView } from './state-view.js'
import type { Program } from './program.js'
import { questionsBehind, Recorder } from './reads.js'

export interface Condition {
  readonly stored: StoredCondition
  /** Indexes of the questions whose selections it depends on, through calculations and prices too; ascending. */
  readonly questions: readonly number[]
  /** True where it compares the selection of its one question, and nothing else. */
  readonly direct: boolean
  /** The value node that it compares with a number or with nothing, where that is all it does; null otherwise. */
  readonly node: number | null
  test(state: StateView): boolean
}

export type RuleTree =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly RuleTree[] }

export interface ReadableRule {
  readonly not: boolean
  readonly root: RuleTree
  readonly conditions: readonly Condition[]
  /** Every question that some condition depends on, ascending. */
  readonly questions: readonly number[]
}

function nodeOf(program: Program, { type }: StoredCondition, { selections, nodes }: Recorder): number | null {
  const definition = program.types.conditionTypes.get(type)
  return definition && 'operand' in definition && selections.length === 0 && nodes.length === 1 ? nodes[0]! : null
}

/** Takes a stored rule apart; null where there is none, Malformed where it cannot be read. */
export function readRuleTree(program: Program, stored: StoredRule): ReadableRule | Malformed | null {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return parsed
  const recorder = new Recorder()
  const binder = new Binder(program, recorder)
  const writer = new RuleWriter()
  const conditions: Condition[] = []
  let code: RuleCode | null = null
  const condition = (at: StoredCondition): Condition => {
    recorder.selections = []
    recorder.nodes = []
    const entry = writer.add({ not: false, root: { kind: 'condition', condition: at } }, (one) => binder.condition(one))
    const direct = recorder.nodes.length === 0 && recorder.selections.length === 1
    const made: Condition = {
      stored: at,
      questions: questionsBehind(program, recorder),
      direct,
      node: nodeOf(program, at, recorder),
      test: (state) => evaluateRule((code ??= writer.finish()), binder.closures, state, entry),
    }
    conditions.push(made)
    return made
  }
  const tree = (node: RuleNode): RuleTree =>
    node.kind === 'condition'
      ? { kind: 'condition', condition: condition(node.condition) }
      : { kind: node.kind, parts: node.parts.map(tree) }
  try {
    const root = tree(parsed.root)
    const questions = [...new Set(conditions.flatMap((one) => one.questions))].sort((a, b) => a - b)
    return { not: parsed.not, root, conditions, questions }
  } catch (error) {
    if (error instanceof Malformed) return error
    throw error
  }
}

/** What a rule comes to where some conditions are unknown: true, false, or null for "it depends". */
export function judgeTree(rule: ReadableRule, known: (condition: Condition) => boolean | null): boolean | null {
  const judge = (tree: RuleTree): boolean | null => {
    if (tree.kind === 'condition') return known(tree.condition)
    const decisive = tree.kind === 'any'
    let open = false
    for (const part of tree.parts) {
      const result = judge(part)
      if (result === decisive) return decisive
      if (result === null) open = true
    }
    return open ? null : !decisive
  }
  const result = judge(rule.root)
  return result === null ? null : result !== rule.not
}
