// Reduces a product to the data that one customer group may see: its prices, published questions, and the required calculations.
import { parseStoredCode } from '../../engine/calculation/code-binding.js'
import { parseStoredSequence } from '../../engine/calculation/formula-binding.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import type { GroupView } from '../../engine/program/state-view.js'
import { type CompiledQuestion, measuresPerQuestion, type Program } from '../../engine/program/program.js'
import type { AnswerSource, CalculationSource, ProductSource, QuestionSource } from '../../engine/program/source.js'
import type { CustomList } from '../../engine/question/fields.js'
import { ConstantFolder } from './constant-folder.js'
import { DependencyCollector } from './dependency-collector.js'

/** The reduced product, and the types that its evaluation needs. */
export interface PrunedProduct {
  readonly source: ProductSource
  readonly reads: DependencyCollector
}

/** Settings that types read although no type declares them. */
const commonSettings = ['validate']

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
      ...{ id, page_id, question_type, required, default_value, prefill_on_init, multiplicator },
      ...{ behavior_on_activation, behavior_on_inconsistency, behavior_on_changes },
      rules: this.folding.rule(source.rules),
      calcmodel: this.prices ? source.calcmodel : null,
      calcmodel_recurring: this.prices && this.program.source.use_recurring_pricing ? source.calcmodel_recurring : null,
      calcmodel_weight: source.calcmodel_weight,
      ...{ set_min_value, set_max_value, minval, maxval },
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
      ...{ id, question_id, default: isDefault, weight, calcmodel_weight, available, disable_non_available },
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
      ...{ id, catalog_version, baseweight },
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
