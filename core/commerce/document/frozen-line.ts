// Builds the frozen line of a document and its selections: texts in the document's language, amounts as priced.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { DocumentLinePrice, PricedDocument } from '../../engine/money/document.js'
import type { GoodsPrice } from '../../engine/money/goods.js'
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { measureNode } from '../../engine/program/program.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { formatSelection } from '../../engine/program/configuration-view.js'
import type { Shop } from '../../shop/shop.js'
import { getProductTitles } from '../../shop/texts.js'
import { toAmountReply } from '../cart/preview.js'
import { type SettledPosition, computePositionWeight } from '../cart/settle.js'
import { listOptions } from '../configuration/summary.js'
import type { UploadNames } from '../configuration/uploads.js'
import { buildLineTrace } from './line-trace.js'

/** Maximum length of a title, in characters. */
const maxTitleLength = 255

function toRecurringFields(recurring: GoodsPrice, interval: string) {
  const { net, tax, gross } = toAmountReply(recurring)
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
export function toFrozenLineFields(settled: SettledPosition, priced: DocumentLinePrice, document: PricedDocument, shop: Shop) {
  const { state, product, position, configuration } = settled
  const titles = getProductTitles(product, shop.language)
  return {
    product_id: configuration.product_id,
    configuration_id: configuration.id,
    title: titles.product.slice(0, maxTitleLength),
    sku: product.sku,
    quantity: position.quantity,
    unit_net: fromAmount(computeUnitTotals(state).net),
    net_before_discount: fromAmount(priced.netBeforeDiscount),
    ...toAmountReply(priced),
    tax_rate: priced.rate,
    ...toRecurringFields(priced.recurring, product.program.source.use_recurring_pricing ? titles.interval : ''),
    weight: fromAmount(computePositionWeight(settled)),
    note: position.note,
    trace: buildLineTrace(settled, priced, document, shop),
  }
}

/** A question's contribution to one piece: its price or recurring price in the base currency, or its weight. */
function computeContribution(state: ConfigurationState, question: number, figure: 0 | 1 | 2): number {
  return fromAmount(toAmount(state.value(measureNode(state.program, question, figure))) || 0)
}

/**
 * The selections of a line, in page and question order. Together with the product's base, their nets add up to the line's unit_net. The
 * same holds for their recurring nets and weights per piece.
 */
export function toFrozenConfigFields({ state, product }: SettledPosition, { language }: Shop, uploads: UploadNames) {
  const { program } = state
  const titles = getProductTitles(product, language)
  return listOptions(state, product, titles, uploads).map((option, index) => {
    const { index: question, type } = program.questions[program.questionIndex.get(option.question_id)!]!
    const answers = type.takesAnswers ? option.value.split(',') : []
    const isTitle = type.takesAnswers && option.text.length <= maxTitleLength
    const unit = type.takesAnswers || uploads.has(option.value) ? '' : (titles.units[option.question_id] ?? '')
    return {
      question_id: option.question_id,
      question_title: option.question.slice(0, maxTitleLength),
      answer_id: answers.length === 1 ? Number(answers[0]) : null,
      answer_title: isTitle ? option.text : '',
      entry: isTitle ? '' : unit === '' ? option.text : (formatSelection(state, question, option.value) ?? option.value),
      unit,
      net: computeContribution(state, question, 0),
      recurring_net: program.source.use_recurring_pricing ? computeContribution(state, question, 1) : 0,
      weight: computeContribution(state, question, 2),
      ordering: index + 1,
    }
  })
}
