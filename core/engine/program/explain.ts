// Why a question or an answer does not apply: the selections that keep it away, and the fewest changes that would bring it.
import { Malformed } from '../rule/stored.js'
import { say } from './context.js'
import { titleOf } from './limits.js'
import { readRuleTree } from './rule-tree.js'
import { type Findings, searchRule, type Step } from './search.js'
import type { State } from './state.js'
import { textOf } from './view.js'

/** A present selection that keeps something away; null = nothing is selected. */
export interface Fact {
  readonly question_id: number
  readonly selection: string | null
  /** For people, in the caller's language; null for nothing. */
  readonly text: string | null
}

/** One change of a remedy. */
export interface RemedyStep {
  readonly question_id: number
  readonly from: string | null
  readonly to: string | null
  readonly text: string | null
  /** False where the selection cannot be made at this moment, because the question or answer does not apply or is not available. */
  readonly possible: boolean
}

export interface Explanation {
  /** `rule`: its rule fails; `malformed`: its stored rule cannot be read; `question`: only its question does not apply. */
  readonly reason: 'rule' | 'malformed' | 'question'
  /** The smallest set of present selections that alone make the rule fail; empty where no selection can make it hold. */
  readonly because: readonly Fact[]
  /** The smallest sets of changes that make the rule hold. */
  readonly remedies: readonly (readonly RemedyStep[])[]
  /** False where the search gave up or could not try every value of a calculation: what is named is true, but may not be smallest. */
  readonly exact: boolean
  /** The same in sentences, in the caller's language. */
  readonly message: string
}

function factOf(state: State, question: number): Fact {
  const selection = state.text[question]!
  return { question_id: state.program.questions[question]!.id, selection, text: textOf(state, question, selection) }
}

function stepOf(state: State, { question, to }: Step): RemedyStep {
  const { id, type } = state.program.questions[question]!
  const answers =
    to === null || !type.takesAnswers ? [] : to.split(',').map((answer) => state.program.answerIndex.get(Number(answer))!)
  const possible = to === null || (state.applies(question) && answers.every((answer) => state.selectable(answer)))
  return { question_id: id, from: state.text[question]!, to, text: textOf(state, question, to), possible }
}

function titleOfId(state: State, id: number): string {
  return titleOf(state, state.program.questionIndex.get(id)!)
}

function listed(state: State, parts: readonly string[], word: '{first} and {second}' | '{first}, or {second}'): string {
  return parts.reduce((first, second) => say(state.context.texts, word, { first, second }))
}

function sentence(state: State, name: string, because: readonly Fact[], remedies: Explanation['remedies']): string {
  const { texts } = state.context
  if (remedies.length === 0 && because.length === 0)
    return say(texts, "'{name}' cannot apply here, whatever is selected.", { name })
  const facts = because.map(({ question_id, text }) =>
    text === null
      ? say(texts, "nothing is selected for '{question}'", { question: titleOfId(state, question_id) })
      : say(texts, "'{question}' is '{text}'", { question: titleOfId(state, question_id), text }),
  )
  const why = say(texts, "'{name}' does not apply, because {facts}.", {
    name,
    facts: listed(state, facts, '{first} and {second}'),
  })
  if (remedies.length === 0) return why
  const ways = remedies.map((steps) => {
    const changes = steps.map(({ question_id, text }) =>
      text === null
        ? say(texts, "nothing selected for '{question}'", { question: titleOfId(state, question_id) })
        : say(texts, "'{text}' for '{question}'", { question: titleOfId(state, question_id), text }),
    )
    return listed(state, changes, '{first} and {second}')
  })
  return `${why} ${say(texts, 'It applies with {ways}.', { ways: listed(state, ways, '{first}, or {second}') })}`
}

function explainRule(state: State, name: string, stored: string | null): Explanation {
  const rule = readRuleTree(state.program, stored)
  if (rule === null || rule instanceof Malformed) {
    const message = say(state.context.texts, "'{name}' does not apply, because its stored rule cannot be read.", { name })
    return { reason: 'malformed', because: [], remedies: [], exact: true, message }
  }
  const { because, remedies, exact }: Findings = searchRule(state, rule)
  const facts = because.map((question) => factOf(state, question))
  const steps = remedies.map((remedy) => remedy.map((step) => stepOf(state, step)))
  return { reason: 'rule', because: facts, remedies: steps, exact, message: sentence(state, name, facts, steps) }
}

/** Why a question (by id) does not apply; null where it does. Throws RangeError for an id that the product does not have. */
export function explainQuestion(state: State, questionId: number): Explanation | null {
  const index = state.program.questionIndex.get(questionId)
  if (index === undefined) throw new RangeError(`This product has no question ${questionId}.`)
  if (state.applies(index)) return null
  return explainRule(state, titleOf(state, index), state.program.questions[index]!.source.rules)
}

/**
 * Why an answer (by id) does not apply; null where it does. Where its own rule holds and only its question does not apply, the
 * reason is `question` and everything else is the question's.
 */
export function explainAnswer(state: State, answerId: number): Explanation | null {
  const { program, context } = state
  const index = program.answerIndex.get(answerId)
  if (index === undefined) throw new RangeError(`This product has no answer ${answerId}.`)
  const answer = program.answers[index]!
  if (!state.ownRule(index))
    return explainRule(state, context.texts?.answers[answerId] ?? answer.title ?? String(answerId), answer.rules)
  const question = explainQuestion(state, answer.question_id)
  return question && { ...question, reason: 'question' }
}
