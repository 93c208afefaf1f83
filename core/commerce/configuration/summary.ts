// Lists the chosen options of a configuration as text, question by question, for carts, line items and orders.
import type { optionShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { viewQuestion } from '../../engine/program/configuration-view.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import type { CompiledProduct, ProductTitles } from '../../product/compiled-products.js'
import type { UploadNames } from './uploads.js'

/** A question with its selection. */
export type OptionReply = ShapeValue<typeof optionShape>

/** Appends the unit to a typed entry. Answers have no unit. */
export const formatWithUnit = (entry: string, unit: string): string => (unit === '' ? entry : `${entry} ${unit}`)

/** In page and question order. */
export function listOptions(
  state: ConfigurationState,
  product: CompiledProduct,
  titles: ProductTitles,
  uploads: UploadNames,
): readonly OptionReply[] {
  return state.program.questions.flatMap(({ index, id, type }): readonly OptionReply[] => {
    const { selection, text } = viewQuestion(state, index)
    if (selection === null) return []
    const words = text ?? selection
    const uploadName = type.takesAnswers ? undefined : uploads.get(selection)
    const chosen = type.takesAnswers ? selection.split(',').map(Number) : []
    return [
      {
        question_id: id,
        question: titles.questions[id] ?? String(id),
        value: selection,
        text: uploadName ?? (type.takesAnswers ? words : formatWithUnit(words, titles.units[id] ?? '')),
        skus: chosen.map((answer) => product.answerSkus.get(answer) ?? '').filter(Boolean),
      },
    ]
  })
}
