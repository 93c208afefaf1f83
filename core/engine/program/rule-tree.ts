// A rule taken apart for explanations: its tree of conditions, each of which can be tested alone and knows the questions it reads.
import { evaluateRule, type RuleCode, RuleWriter } from '../rule/compile.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition } from '../rule/stored.js'
import { Binder } from './bind.js'
import type { StateView } from './state-view.js'
import type { Notes } from './graph.js'
import type { Program } from './program.js'

export interface Condition {
  readonly stored: StoredCondition
  /** Indexes of the questions whose selections it depends on, through calculations and prices too; ascending. */
  readonly questions: readonly number[]
  /** True where it compares the selection of its one question, and nothing else. */
  readonly direct: boolean
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

class Recorder implements Notes {
  selections: number[] = []
  nodes: number[] = []
  readsSelection(question: number): void {
    this.selections.push(question)
  }
  readsNode(node: number): void {
    this.nodes.push(node)
  }
}

interface Reads {
  readonly selections: number[]
  readonly nodes: number[]
}

/** For every node: which selections and nodes it reads. Worked out once per program, when something is first explained. */
const readsByProgram = new WeakMap<Program, readonly Reads[]>()

function readsOf(program: Program): readonly Reads[] {
  const known = readsByProgram.get(program)
  if (known) return known
  const reads = Array.from({ length: program.nodes }, (): Reads => ({ selections: [], nodes: [] }))
  const collect = (rows: Program['nodeReaders'], key: 'selections' | 'nodes'): void => {
    for (let from = 0; from + 1 < rows.start.length; from++) {
      for (let i = rows.start[from]!; i < rows.start[from + 1]!; i++) {
        const node = rows.items[i]! - program.rules
        if (node >= 0) reads[node]![key].push(from)
      }
    }
  }
  collect(program.questionReaders, 'selections')
  collect(program.nodeReaders, 'nodes')
  readsByProgram.set(program, reads)
  return reads
}

/** A total does not depend on a question whose price is 0 whatever is selected. */
function addsNothing(program: Program, reader: number, node: number): boolean {
  return reader >= program.firstTotal && program.countless[node - program.firstFigure] === 1
}

function questionsBehind(program: Program, { selections, nodes }: Recorder): readonly number[] {
  const found = new Set(selections)
  const seen = new Set(nodes)
  const open = [...nodes]
  while (open.length > 0) {
    const from = open.pop()!
    const reads = readsOf(program)[from]!
    for (const question of reads.selections) found.add(question)
    for (const node of reads.nodes) {
      if (seen.has(node) || addsNothing(program, from, node)) continue
      seen.add(node)
      open.push(node)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** Takes a stored rule apart; null where there is none, Malformed where it cannot be read. */
export function readRuleTree(program: Program, stored: string | null): ReadableRule | Malformed | null {
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
