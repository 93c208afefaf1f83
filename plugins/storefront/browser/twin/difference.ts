// What the service's answer says otherwise than the twin, so that it is marked, told to the page and reported.
import type { ConfigurationReply } from '#core/commerce/configuration/define.js'

/** Names of what differs, and the questions in which it does; nothing of what was entered. */
export interface Difference {
  readonly parts: readonly string[]
  readonly questions: readonly number[]
}

type Listed = 'answers' | 'questions'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The ids of those that stand in one list only, or otherwise in the other. */
function differing(
  list: Listed,
  ours: ConfigurationReply,
  theirs: ConfigurationReply,
  without: 'text' | null,
): readonly number[] {
  const plain = (one: object): string => JSON.stringify(one, (key, value: unknown) => (key === without ? undefined : value))
  const held = new Map(ours[list].map((one) => [one.id, plain(one)]))
  const other = theirs[list].filter((one) => held.get(one.id) !== plain(one) || !held.delete(one.id))
  return [...new Set([...held.keys(), ...other.map(({ id }) => id)])]
}

/**
 * null where both say the same.
 * @param prices false: the twin knows none, so that what depends on them is the service's to say
 */
export function differenceOf(ours: ConfigurationReply, theirs: ConfigurationReply, prices: boolean): Difference | null {
  // The name of a file is the service's to say.
  const questions = differing('questions', ours, theirs, 'text')
  const answers = differing('answers', ours, theirs, null)
  const plain = ['weight', 'automatic', 'refused', 'confirm'] as const
  const priced = ['price', 'missing', 'answer_prices'] as const
  const parts = [
    ...(questions.length > 0 ? ['questions'] : []),
    ...(answers.length > 0 ? ['answers'] : []),
    ...[...plain, ...(prices ? priced : [])].filter((part) => !same(ours[part], theirs[part])),
  ]
  if (parts.length === 0) return null
  const asked = new Map([...ours.answers, ...theirs.answers].map(({ id, question_id }) => [id, question_id]))
  const named = [...ours.automatic, ...theirs.automatic].map(({ question_id }) => question_id)
  const changed = parts.includes('automatic') ? named : []
  return { parts, questions: [...new Set([...questions, ...answers.map((id) => asked.get(id)!), ...changed])] }
}
