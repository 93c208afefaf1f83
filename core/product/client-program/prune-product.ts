// Reduces a product to the data that one customer group may see: its prices, published questions, and the required calculations.
import { parseStoredCode, parseStoredSequence } from '../../engine/calculation/bodies.js'
import { walkCode, type CodeNode } from '../../engine/calculation/code-tree.js'
import { matrixReferences } from '../../engine/calculation/references.js'
import type { Sequence, Term } from '../../engine/calculation/stored.js'
import {
  type TermType,
  type Arguments,
  type Operand,
  argumentReferences,
  type ConditionType,
} from '../../engine/question/operand.js'
import { Binder } from '../../engine/program/binder.js'
import {
  type EvaluationContext,
  type GroupView,
  type CompiledQuestion,
  measuresPerQuestion,
  type Program,
} from '../../engine/program/program.js'
import type { AnswerSource, CalculationSource, ProductSource, QuestionSource } from '../../engine/program/source.js'
import { ConfigurationState } from '../../engine/program/state.js'
import { type CustomList, findField } from '../../engine/question/fields.js'
import {
  walkConditions,
  Malformed,
  parseRule,
  type StoredRule,
  type RuleNode,
  type StoredCondition,
} from '../../engine/rule/stored.js'
import type { ClientEvaluatedPoint } from '../../model/storefront/module.js'

/** Collects the dependencies of a program's rules and formulas: calculations, custom fields and plugin types. */
class DependencyCollector {
  /** Ids of required calculations, including indirect ones. */
  readonly calculations = new Set<number>()
  /** The types that a browser needs for the evaluation, as `<point> <name>`. */
  readonly types = new Set<`${ClientEvaluatedPoint} ${string}`>()
  /** Whether prices or totals of prices are read. */
  prices = false
  private readonly customs = new Set<string>()

  constructor(
    private readonly program: Program,
    /** Returns the calculation of the reduced program; null if there is none. */
    private readonly body: (id: number) => CalculationSource | null,
  ) {}

  /** Whether a custom field of the question's selected answer is read. */
  readsCustom(questionId: number, list: CustomList, place: number): boolean {
    return this.customs.has(`${questionId} ${list} ${place}`)
  }

  rule(stored: StoredRule): void {
    const parsed = parseRule(stored)
    if (parsed === null || parsed instanceof Malformed) return
    for (const { type: name, args } of walkConditions(parsed.root)) {
      this.types.add(`conditionTypes ${name}`)
      this.typed(this.program.types.conditionTypes.get(name), args)
    }
  }

  /** Adds a calculation with its dependencies. */
  calculation(id: number | null): void {
    if (id === null || this.calculations.has(id)) return
    const body = this.body(id)
    if (!body) return
    this.calculations.add(id)
    const sequence = body.type === 'formula' ? parseStoredSequence(body) : null
    if (sequence) this.sequence(sequence)
    if (body.type === 'code') this.code(body)
    if (body.type !== 'matrix' || !body.matrix) return
    for (const { entity, id: calculationId } of matrixReferences(body.matrix))
      if (entity === 'calculation') this.calculation(calculationId)
  }

  private sequence({ terms }: Sequence): void {
    for (const term of terms) {
      if (term.kind === 'bracket') this.sequence(term.body)
      if (term.kind === 'function') {
        this.types.add(`functions ${term.name}`)
        for (const parameter of term.parameters) this.sequence(parameter)
      }
      if (term.kind !== 'typed') continue
      this.types.add(`termTypes ${term.type}`)
      this.typed(this.program.types.termTypes.get(term.type), term.args)
    }
  }

  private typed(type: ConditionType | TermType | undefined, args: Arguments): void {
    if (!type) return
    if ('operand' in type) {
      const operand = type.operand(args)
      if (operand) this.operand('reads' in operand ? operand.reads : operand)
      return
    }
    for (const { entity, id } of argumentReferences(type, args)) if (entity === 'calculation') this.calculation(id)
  }

  private code(body: CalculationSource): void {
    const { source, tree } = parseStoredCode(body, this.program.types) ?? { source: null, tree: null }
    if (!source || !tree) return
    for (const node of walkCode(tree)) {
      if (node.kind === 'call') this.types.add(`functions ${node.name}`)
      if (node.kind === 'read') this.operand(node.operand)
      if (node.kind === 'total') this.prices = true
    }
  }

  private operand(operand: Operand): void {
    if ('calculation' in operand) return this.calculation(operand.calculation)
    if ('customerGroup' in operand) return
    const question = this.program.questions[this.program.questionIndex.get(operand.question) ?? -1]
    const field = question && findField(question.type, question.settings, operand.field)
    if (!field) return
    const { source } = field
    if (source.from === 'selectedAnswer') this.customs.add(`${operand.question} ${source.list} ${source.place}`)
    if ((source.from === 'figure' || source.from === 'selectedBase') && source.part !== 'weight') this.prices = true
  }
}

/** The reduced product, and the types that its evaluation needs. */
export interface PrunedProduct {
  readonly source: ProductSource
  readonly reads: DependencyCollector
}

/** Settings that types read although no type declares them. */
const commonSettings = ['validate']

/** Stands for a rule that cannot be parsed. It never holds. */
const neverRule = 'never'

const noopRecorder = { readsSelection: () => undefined, readsNode: () => undefined }

/** Constant folding: replaces parts of rules and formulas that are fixed for a shopper, such as fields of the customer group. */
class ConstantFolder {
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

class ProductPruner {
  private readonly folding: ConstantFolder
  private readonly group: GroupView
  private readonly bodies = new Map<number, CalculationSource | null>()
  private readonly reads: DependencyCollector

  constructor(
    private readonly program: Program,
    context: EvaluationContext,
    private readonly prices: boolean,
  ) {
    this.folding = new ConstantFolder(program, context)
    this.group = program.group(context.customerGroupId)
    this.reads = new DependencyCollector(program, (id) => this.body(id))
  }

  /** The folded calculation. A body that cannot be parsed is left out, which also evaluates to null. */
  private body(id: number): CalculationSource | null {
    const cachedBody = this.bodies.get(id)
    if (cachedBody !== undefined) return cachedBody
    const index = this.program.calculationIndex.get(id)
    const foldedBody = index === undefined ? null : this.foldCalculation(this.program.source.calculations[index]!)
    this.bodies.set(id, foldedBody)
    return foldedBody
  }

  private foldCalculation(calculation: CalculationSource): CalculationSource {
    const { id, type } = calculation
    if (type === 'matrix') return { id, type, matrix: calculation.matrix ?? null }
    if (type === 'formula') {
      const sequence = parseStoredSequence(calculation)
      return { id, type, formula: sequence && { sequence: this.folding.sequence(sequence) } }
    }
    const code = parseStoredCode(calculation, this.program.types)
    const tree = code?.tree ? this.folding.code(code.tree) : null
    return { id, type, code: tree && { ...code!.source, code: '', tree } }
  }

  private question({ source, type, settings }: CompiledQuestion): QuestionSource {
    const { id, page_id, question_type, required, multiplicator, default_value, prefill_on_init } = source
    const { behavior_on_activation, behavior_on_inconsistency, behavior_on_changes } = source
    const { set_min_value, set_max_value, minval, maxval } = source
    const settingNames = [...commonSettings, ...Object.keys(type.properties).filter((key) => !type.properties[key]!.apiSensitive)]
    return {
      id,
      page_id,
      question_type,
      required,
      default_value,
      prefill_on_init,
      multiplicator,
      behavior_on_activation,
      behavior_on_inconsistency,
      behavior_on_changes,
      rules: this.folding.rule(source.rules),
      calcmodel: this.prices ? source.calcmodel : null,
      calcmodel_recurring: this.prices && this.program.source.use_recurring_pricing ? source.calcmodel_recurring : null,
      calcmodel_weight: source.calcmodel_weight,
      set_min_value,
      set_max_value,
      minval,
      maxval,
      calcmodel_id_min_val: type.limited && set_min_value === 'calculated' ? source.calcmodel_id_min_val : null,
      calcmodel_id_max_val: type.limited && set_max_value === 'calculated' ? source.calcmodel_id_max_val : null,
      element_custom: [],
      settings: Object.fromEntries(
        settingNames.flatMap((key) => (settings.settings[key] === undefined ? [] : [[key, source.settings[key]!]])),
      ),
    }
  }

  /** Contains the group's own prices only, no prices of other groups. */
  private answer(source: AnswerSource, index: number): AnswerSource {
    const { id, question_id, default: isDefault, weight, calcmodel_weight, available, disable_non_available } = source
    const { group, program, prices } = this
    const recurs = prices && program.source.use_recurring_pricing
    const calculation = prices ? program.source.calculations[group.answerPriceCalculation[index]!] : undefined
    return {
      id,
      question_id,
      default: isDefault,
      weight,
      calcmodel_weight,
      available,
      disable_non_available,
      rules: this.folding.rule(source.rules),
      price: prices ? group.answerPrice[index]! : null,
      price_overrides: [],
      price_recurring: recurs ? group.answerRecurring[index]! : null,
      price_recurring_overrides: [],
      calcmodel: calculation?.id ?? null,
      calcmodel_recurring: recurs ? source.calcmodel_recurring : null,
      price_calculation_overrides: [],
      assignment_custom: [],
      option_custom: [],
    }
  }

  /** Keeps only the custom fields that a rule or formula reads. */
  private customs(answer: AnswerSource, source: AnswerSource): AnswerSource {
    const read = (list: CustomList): AnswerSource[CustomList] =>
      source[list].map((value, place) => (this.reads.readsCustom(source.question_id, list, place) ? value : null))
    return { ...answer, assignment_custom: read('assignment_custom'), option_custom: read('option_custom') }
  }

  private note(own: QuestionSource | AnswerSource): void {
    this.reads.rule(own.rules)
    for (const id of [own.calcmodel, own.calcmodel_recurring, own.calcmodel_weight]) this.reads.calculation(id)
    if (!('question_type' in own)) return
    this.reads.types.add(`questionTypes ${own.question_type}`)
    for (const id of [own.calcmodel_id_min_val, own.calcmodel_id_max_val]) this.reads.calculation(id)
  }

  prune(): PrunedProduct {
    const { program, group, prices, reads } = this
    const { id, catalog_version, use_recurring_pricing, baseweight, unpriced, pages } = program.source
    const questions = program.questions.map((question) => this.question(question))
    const answers = program.answers.map((answer, index) => this.answer(answer, index))
    for (const record of [...questions, ...answers]) this.note(record)
    const source: ProductSource = {
      id,
      catalog_version,
      baseweight,
      baseprice: prices ? group.basePrice : 0,
      baseprice_overrides: [],
      use_recurring_pricing: prices && use_recurring_pricing,
      baseprice_recurring: prices ? group.baseRecurring : 0,
      baseprice_recurring_overrides: [],
      unpriced: prices ? (unpriced ?? 'refuse') : 'free',
      pages: pages.map((page) => ({ id: page.id })),
      questions,
      answers: answers.map((answer, index) => this.customs(answer, program.answers[index]!)),
      calculations: program.source.calculations.flatMap((calculation) =>
        reads.calculations.has(calculation.id) ? [this.body(calculation.id)!] : [],
      ),
    }
    return { source, reads }
  }
}

/** @param prices false: removes all prices that no rule or limit reads */
export function pruneProduct(program: Program, context: EvaluationContext, prices: boolean): PrunedProduct {
  return new ProductPruner(program, context, prices).prune()
}

/** Ids of the calculations that are used as prices. */
export function findPriceCalculations(program: Program, context: EvaluationContext): ReadonlySet<number> {
  const group = program.group(context.customerGroupId)
  const nodes = [...group.answerPriceCalculation]
  for (const list of [program.figureCalculation, program.answerCalculation]) {
    for (const [place, node] of list.entries()) if (place % measuresPerQuestion < 2) nodes.push(node)
  }
  return new Set(nodes.flatMap((node) => program.source.calculations[node]?.id ?? []))
}
