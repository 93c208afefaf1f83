// Makes an entry of a change one that the engine takes: what is added or removed becomes the whole selection as it stands now.
import { translateMessage } from '../../engine/program/evaluation-context.js'
import { questionTitle } from '../../engine/program/limits.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { viewQuestion } from '../../engine/program/configuration-view.js'
import type { SelectionInput } from '../../engine/program/configuration.js'
import type { ChangeEntry } from './define.js'

/** Why an entry cannot be taken, in the shopper's language. */
export interface Unfit {
  readonly message: string
}

/** The entry with its selection written out. The engine refuses what it does not know; only a wrong kind of question is refused here. */
export function plainEntry(state: ConfigurationState, { question_id, value }: ChangeEntry): SelectionInput | Unfit {
  if (typeof value !== 'object' || value === null) return { question_id, value }
  const index = state.program.questionIndex.get(question_id)
  if (index === undefined) return { question_id, value: null }
  if (!state.program.questions[index]!.type.multiple) {
    const sentence = "'{question}' takes one entry: nothing can be added to it or removed from it."
    return { message: translateMessage(state.context.texts, sentence, { question: questionTitle(state, index) }) }
  }
  const { selection } = viewQuestion(state, index)
  const held = selection === null ? [] : selection.split(',')
  const named = ('add' in value ? value.add : value.remove).map(String)
  const ids = 'add' in value ? [...held, ...named] : held.filter((id) => !named.includes(id))
  return { question_id, value: ids.length === 0 ? null : ids.join(',') }
}
