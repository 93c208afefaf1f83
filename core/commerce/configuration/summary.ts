// A configuration in words: what was chosen, question by question, for carts, line items and orders.
import { viewQuestion } from '../../engine/program/view.js'
import type { State } from '../../engine/program/state.js'
import type { CompiledProduct, Titles } from '../../product/programs.js'
import type { UploadNames } from './uploads.js'

/** One question that holds a selection. */
export interface OptionReply {
  readonly question_id: number
  readonly question: string
  /** As stored. */
  readonly value: string
  /** For people: the answers' titles, the entry, the file's name. */
  readonly text: string
  /** Of the chosen answers, in their order; those without one are left out. */
  readonly skus: readonly string[]
}

/** In page and question order. */
export function optionsOf(state: State, product: CompiledProduct, titles: Titles, uploads: UploadNames): readonly OptionReply[] {
  return state.program.questions.flatMap(({ index, id, type }): readonly OptionReply[] => {
    const { selection, text } = viewQuestion(state, index)
    if (selection === null) return []
    const chosen = type.takesAnswers ? selection.split(',').map(Number) : []
    return [
      {
        question_id: id,
        question: titles.questions[id] ?? String(id),
        value: selection,
        text: uploads.get(selection) ?? text ?? selection,
        skus: chosen.map((answer) => product.answerSkus.get(answer) ?? '').filter(Boolean),
      },
    ]
  })
}
