// Converts an entry that adds or removes answers into one with the complete selection, which the engine requires.
import { translateMessage } from '../../engine/program/program.js'
import { questionTitle } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { viewQuestion, type SelectionInput } from '../../engine/program/configuration.js'
import type { ChangeEntry } from './define.js'

/** The reason why an entry is invalid, in the shopper's language. */
export interface InvalidEntry {
  readonly message: string
}

/** Returns the entry with its complete selection. Rejects only lists for questions that take one entry; the engine rejects unknown ids. */
export function toCompleteEntry(state: ConfigurationState, { question_id, value }: ChangeEntry): SelectionInput | InvalidEntry {
  if (typeof value !== 'object' || value === null) return { question_id, value }
  const index = state.program.questionIndex.get(question_id)
  if (index === undefined) return { question_id, value: null }
  if (!state.program.questions[index]!.type.multiple) {
    const messageKey = 'shop.questionHasSingleValue'
    return { message: translateMessage(state.context.texts, messageKey, { question: questionTitle(state, index) }) }
  }
  const { selection } = viewQuestion(state, index)
  const selectedIds = selection === null ? [] : selection.split(',')
  const changedIds = ('add' in value ? value.add : value.remove).map(String)
  const ids = 'add' in value ? [...selectedIds, ...changedIds] : selectedIds.filter((id) => !changedIds.includes(id))
  return { question_id, value: ids.length === 0 ? null : ids.join(',') }
}
