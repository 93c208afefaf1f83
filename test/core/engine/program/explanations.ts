// Verifies explanations by brute force: the remedies work and are minimal, and the named facts alone are a sufficient cause.
import { expect } from 'chai'
import { changeSelection } from '../../../../core/engine/program/configuration.js'
import type { Explanation } from '../../../../core/engine/program/explanation.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import { evaluateProduct } from './settling-reference.js'

/** Every possible selection of a question in the random products. */
function listValues(state: ConfigurationState, index: number): readonly (string | null)[] {
  const { type, firstAnswer, endAnswer } = state.program.questions[index]!
  if (!type.takesAnswers) return [null, '1', '2', '3', '4']
  const ids = state.program.answers.slice(firstAnswer, endAnswer).map(({ id }) => String(id))
  if (!type.multiple) return [null, ...ids]
  return [
    null,
    ...Array.from({ length: 2 ** ids.length - 1 }, (_, mask) => ids.filter((_id, i) => (((mask + 1) >> i) & 1) === 1).join(',')),
  ]
}

/** True if the rule (by index) holds for some selections of the free questions while all others stay unchanged. */
export function canRuleHold(state: ConfigurationState, rule: number, free: readonly number[]): boolean {
  const selections = [...state.text]
  const tryAll = (at: number): boolean => {
    const index = free[at]
    if (index === undefined) return evaluateProduct(state.program, selections).holds[rule] === 1
    const original = selections[index]!
    const canApply = listValues(state, index).some((value) => {
      selections[index] = value
      return tryAll(at + 1)
    })
    selections[index] = original
    return canApply
  }
  return tryAll(0)
}

function* selectValue(items: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) yield []
  else
    for (const [i, item] of items.entries()) for (const rest of selectValue(items.slice(i + 1), size - 1)) yield [item, ...rest]
}

/** True if up to `changes` changes, in any order and with any values, can make `works` true under the normal selection rules. */
function canReach(state: ConfigurationState, works: (after: ConfigurationState) => boolean, changes: number): boolean {
  if (works(state)) return true
  if (changes === 0) return false
  return state.program.questions.some(({ index, id }) =>
    listValues(state, index).some((value) => {
      if (value === state.text[index]) return false
      const after = state.fork()
      const { refused } = changeSelection(after, { question_id: id, value }, true)
      return refused === null && canReach(after, works, changes - 1)
    }),
  )
}

/** Applies every remedy step by step. Each step must be accepted, and the last must achieve the goal. */
export function verifyRemedies(
  state: ConfigurationState,
  explanation: Explanation,
  works: (after: ConfigurationState) => boolean,
): void {
  for (const remedy of explanation.remedies) {
    const after = state.fork()
    for (const { question_id, to, possible } of remedy) {
      expect(possible).to.equal(true)
      expect(changeSelection(after, { question_id, value: to }, true).refused, 'the step is taken').to.equal(null)
    }
    expect(works(after), `the remedy ${JSON.stringify(remedy)} works`).to.equal(true)
  }
  expect(explanation.message.includes('It is available with')).to.equal(explanation.remedies.length > 0)
}

/** Verifies the explanation of a rule (by index) by trying all possibilities. */
export function verifyExplanation(
  state: ConfigurationState,
  rule: number,
  explanation: Explanation,
  works: (after: ConfigurationState) => boolean,
): void {
  const { program } = state
  const all = program.questions.map(({ index }) => index)
  const place = ({ question_id }: { readonly question_id: number }): number => program.questionIndex.get(question_id)!
  verifyRemedies(state, explanation, works)
  if (!explanation.exact) return
  const size = explanation.remedies[0]?.length ?? 0
  if (size === 0) expect(canReach(state, works, 1), 'no single change helps').to.equal(false)
  const complement = (excluded: readonly number[]): readonly number[] => all.filter((index) => !excluded.includes(index))
  const because = explanation.because.map(place)
  expect(canRuleHold(state, rule, complement(because)), 'the facts alone keep it away').to.equal(false)
  for (const fewer of selectValue(all, because.length - 1))
    expect(canRuleHold(state, rule, complement(fewer)), 'no fewer facts do').to.equal(true)
}
