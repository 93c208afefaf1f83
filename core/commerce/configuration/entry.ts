// Makes an entry of a change one that the engine takes: what is added or removed becomes the whole selection as it stands now.
import { say } from '../../engine/program/context.js'
import { titleOf } from '../../engine/program/limits.js'
import type { State } from '../../engine/program/state.js'
import { viewQuestion } from '../../engine/program/view.js'
import type { SelectionInput } from '../../engine/program/configure.js'
import type { ChangeEntry } from './define.js'

/** Why an entry cannot be taken, in the shopper's language. */
export interface Unfit {
  readonly message: string
}

/** The entry with its selection written out. The engine refuses what it does not know; only a wrong kind of question is refused here. */
export function plainEntry(state: State, { question_id, value }: ChangeEntry): SelectionInput | Unfit {
  if (typeof value !== 'object' || value === null) return { question_id, value }
  const index = state.program.questionIndex.get(question_id)
  if (index === undefined) return { question_id, value: null }
  if (!state.program.questions[index]!.type.multiple) {
    const sentence = "'{question}' takes one entry: nothing can be added to it or removed from it."
    return { message: say(state.context.texts, sentence, { question: titleOf(state, index) }) }
  }
  const { selection } = viewQuestion(state, index)
  const held = selection === null ? [] : selection.split(',')
  const named = ('add' in value ? value.add : value.remove).map(String)
  const ids = 'add' in value ? [...held, ...named] : held.filter((id) => !named.includes(id))
  return { question_id, value: ids.length === 0 ? null : ids.join(',') }
}
