// Builds the frozen line of a document and its selections: texts in the document's language, amounts as priced.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { DocumentLinePrice, PricedDocument } from '../../engine/money/document.js'
import type { GoodsPrice } from '../../engine/money/goods.js'
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { measureNode } from '../../engine/program/program.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { formatSelection } from '../../engine/program/configuration-view.js'
import type { Shop } from '../../shop/shop.js'
import { titlesOf } from '../../shop/texts.js'
import { amountsOf } from '../cart/preview.js'
import { type SettledPosition, weightOfPosition } from '../cart/settle.js'
import { optionsOf } from '../configuration/summary.js'
import type { UploadNames } from '../configuration/uploads.js'
import { lineTrace } from './line-trace.js'

/** Maximum length of a title, in characters. */
const longestTitle = 255

function recurringFields(recurring: GoodsPrice, interval: string) {
  const { net, tax, gross } = amountsOf(recurring)
  return {
    recurring_net_before_discount: fromAmount(recurring.netBeforeDiscount),
    recurring_net: net,
    recurring_tax: tax,
    recurring_gross: gross,
    recurring_tax_rate: recurring.rate,
    recurring_interval: interval,
  }
}

/** All fields except the id of the document. */
export function lineFields(settled: SettledPosition, priced: DocumentLinePrice, document: PricedDocument, shop: Shop) {
  const { state, product, position, configuration } = settled
  const titles = titlesOf(product, shop.language)
  return {
    product_id: configuration.product_id,
    configuration_id: configuration.id,
    title: titles.product.slice(0, longestTitle),
    sku: product.sku,
    quantity: position.quantity,
    unit_net: fromAmount(computeUnitTotals(state).net),
    net_before_discount: fromAmount(priced.netBeforeDiscount),
    ...amountsOf(priced),
    tax_rate: priced.rate,
    ...recurringFields(priced.recurring, product.program.source.use_recurring_pricing ? titles.interval : ''),
    weight: fromAmount(weightOfPosition(settled)),
    note: position.note,
    trace: lineTrace(settled, priced, document, shop),
  }
}

/** A question's contribution to one piece: its price or recurring price in the base currency, or its weight. */
function figureOf(state: ConfigurationState, question: number, figure: 0 | 1 | 2): number {
  return fromAmount(toAmount(state.value(measureNode(state.program, question, figure))) || 0)
}

/**
 * The selections of a line, in page and question order. Together with the product's base, their nets add up to the line's unit_net. The
 * same holds for their recurring nets and weights per piece.
 */
export function configFields({ state, product }: SettledPosition, { language }: Shop, uploads: UploadNames) {
  const { program } = state
  const titles = titlesOf(product, language)
  return optionsOf(state, product, titles, uploads).map((option, index) => {
    const { index: question, type } = program.questions[program.questionIndex.get(option.question_id)!]!
    const answers = type.takesAnswers ? option.value.split(',') : []
    const isTitle = type.takesAnswers && option.text.length <= longestTitle
    const unit = type.takesAnswers || uploads.has(option.value) ? '' : (titles.units[option.question_id] ?? '')
    return {
      question_id: option.question_id,
      question_title: option.question.slice(0, longestTitle),
      answer_id: answers.length === 1 ? Number(answers[0]) : null,
      answer_title: isTitle ? option.text : '',
      entry: isTitle ? '' : unit === '' ? option.text : (formatSelection(state, question, option.value) ?? option.value),
      unit,
      net: figureOf(state, question, 0),
      recurring_net: program.source.use_recurring_pricing ? figureOf(state, question, 1) : 0,
      weight: figureOf(state, question, 2),
      ordering: index + 1,
    }
  })
}
