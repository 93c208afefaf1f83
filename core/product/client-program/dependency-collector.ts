// Collects the dependencies of a program's rules and formulas: calculations, custom fields and plugin types.
import { parseStoredCode } from '../../engine/calculation/code-binding.js'
import { walkCode } from '../../engine/calculation/code-tree.js'
import { parseStoredSequence } from '../../engine/calculation/formula-binding.js'
import { matrixReferences } from '../../engine/calculation/references.js'
import type { TermType } from '../../engine/calculation/term-type.js'
import type { Sequence } from '../../engine/calculation/stored.js'
import type { Program } from '../../engine/program/program.js'
import type { CalculationSource } from '../../engine/program/source.js'
import { type CustomList, findField } from '../../engine/question/fields.js'
import type { Arguments, Operand } from '../../engine/question/operand.js'
import { argumentReferences } from '../../engine/question/references.js'
import type { ClientEvaluatedPoint } from '../../model/storefront/client-module.js'
import type { ConditionType } from '../../engine/rule/condition-type.js'
import { walkConditions, Malformed, parseRule, type StoredRule } from '../../engine/rule/stored.js'

export class DependencyCollector {
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
