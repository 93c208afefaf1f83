// Constant folding: replaces parts of rules and formulas that are fixed for a shopper, such as fields of the customer group.
import { Binder } from '../../engine/program/binder.js'
import type { CodeNode } from '../../engine/calculation/code-tree.js'
import type { Sequence, Term } from '../../engine/calculation/stored.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import type { Program } from '../../engine/program/program.js'
import { ConfigurationState } from '../../engine/program/state.js'
import type { Operand } from '../../engine/question/operand.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition, type StoredRule } from '../../engine/rule/stored.js'

/** Stands for a rule that cannot be parsed. It never holds. */
const neverRule = 'never'

const noopRecorder = { readsSelection: () => undefined, readsNode: () => undefined }

export class ConstantFolder {
  private readonly binder: Binder
  /** A state without selections: constants depend on the context only. */
  private readonly state: ConfigurationState

  constructor(
    private readonly program: Program,
    context: EvaluationContext,
  ) {
    this.binder = new Binder(program, noopRecorder)
    this.state = new ConfigurationState(program, context)
  }

  private isFixed(operand: Operand | null): boolean {
    return operand !== null && ('customerGroup' in operand || this.binder.operand(operand).is === 'constant')
  }

  /** The folded rule; null if it always holds. */
  rule(stored: StoredRule): StoredRule {
    const parsed = parseRule(stored)
    if (parsed === null) return null
    if (parsed instanceof Malformed) return neverRule
    try {
      const root = this.node(parsed.root)
      if (typeof root !== 'boolean') return { not: parsed.not, root }
      return root === parsed.not ? neverRule : null
    } catch (error) {
      if (error instanceof Malformed) return neverRule
      throw error
    }
  }

  private node(node: RuleNode): RuleNode | boolean {
    if (node.kind === 'condition') return this.condition(node.condition)
    const decisive = node.kind === 'any'
    const parts = node.parts.map((part) => this.node(part))
    if (parts.includes(decisive)) return decisive
    const open = parts.filter((part) => typeof part !== 'boolean')
    if (open.length === 0) return !decisive
    return open.length === 1 ? open[0]! : { kind: node.kind, parts: open }
  }

  /** Throws `Malformed` like the compiler. */
  private condition(condition: StoredCondition): RuleNode | boolean {
    const bound = this.binder.condition(condition)
    if (typeof bound === 'boolean') return bound
    const { type: name, args, operator, value } = condition
    const type = this.program.types.conditionTypes.get(name)
    if (type && 'operand' in type && this.isFixed(type.operand(args))) return this.binder.closures[bound.place]!(this.state)
    return { kind: 'condition', condition: { type: name, args, operator, value } }
  }

  sequence({ terms, operators }: Sequence): Sequence {
    return { terms: terms.map((term) => this.term(term)), operators }
  }

  private term(term: Term): Term {
    if (term.kind === 'bracket') return { kind: 'bracket', body: this.sequence(term.body) }
    if (term.kind === 'function') return { ...term, parameters: term.parameters.map((parameter) => this.sequence(parameter)) }
    if (term.kind === 'number') return term
    const type = this.program.types.termTypes.get(term.type)
    const operand = type && 'operand' in type ? type.operand(term.args) : null
    if (!type || !operand || !this.isFixed(operand.reads)) return term
    return { kind: 'number', value: this.binder.term(type, term.args)(this.state) }
  }

  code(node: CodeNode): CodeNode {
    const all = (parts: readonly CodeNode[]): readonly CodeNode[] => parts.map((part) => this.code(part))
    switch (node.kind) {
      case 'literal':
      case 'placeholder':
      case 'total':
        return node
      case 'read':
        return this.isFixed(node.operand)
          ? { kind: 'literal', value: this.binder.value(node.operand)(this.state) }
          : { kind: 'read', operand: node.operand, source: '' }
      case 'unary':
        return { ...node, argument: this.code(node.argument) }
      case 'binary':
        return { ...node, left: this.code(node.left), right: this.code(node.right) }
      case 'logical':
        return { ...node, left: this.code(node.left), right: this.code(node.right) }
      case 'conditional':
        return { ...node, test: this.code(node.test), yes: this.code(node.yes), no: this.code(node.no) }
      case 'call':
      case 'math':
        return { ...node, parameters: all(node.parameters) }
    }
  }
}
