// Why a question or an answer does not apply: the selections that keep it away, and the fewest changes that would bring it.
import { Malformed, type StoredRule } from '../rule/stored.js'
import { say } from './context.js'
import { titleOf } from './limits.js'
import { readRuleTree } from './rule-tree.js'
import type { Step } from './replay.js'
import type { Effort, Target } from './search.js'
import { searchBecause } from './search-because.js'
import { searchRemedies } from './search-remedies.js'
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
  /** The step can be made once those before it were: a remedy is only offered after it was tried out. */
  readonly possible: true
}

export interface Explanation {
  /** `rule`: its rule fails; `malformed`: its stored rule cannot be read; `question`: only its question does not apply. */
  readonly reason: 'rule' | 'malformed' | 'question'
  /** The smallest set of present selections that alone make the rule fail; empty where no selection can make it hold. */
  readonly because: readonly Fact[]
  /** The smallest sets of changes that were found to bring it, each in the order in which they are made. */
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
  const { id } = state.program.questions[question]!
  return { question_id: id, from: state.text[question]!, to, text: textOf(state, question, to), possible: true }
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

/** The rules that must hold so that a question, or an answer with its question, applies; null where one cannot be read. */
function targetFor(state: State, question: number, answer: number | null): Target | null {
  const { questions, answers } = state.program
  const stored = [questions[question]!.source.rules, ...(answer === null ? [] : [answers[answer]!.rules])]
  const read = stored.map((rule) => readRuleTree(state.program, rule))
  if (read.some((rule) => rule instanceof Malformed)) return null
  return {
    rules: read.flatMap((rule) => (rule === null || rule instanceof Malformed ? [] : [rule])),
    works: (after) => after.applies(question) && (answer === null || after.ownRule(answer)),
  }
}

/** What a step waits for: its question, or the first of its answers that cannot be chosen now. */
function awaited(state: State, { question, to }: Step): Target | null {
  const { type } = state.program.questions[question]!
  const named = to === null || !type.takesAnswers ? [] : to.split(',').map((id) => state.program.answerIndex.get(Number(id)))
  const waiting = named.find((answer) => answer !== undefined && !state.ownRule(answer))
  if (waiting !== undefined) return targetFor(state, question, waiting)
  return to === null || state.applies(question) ? null : targetFor(state, question, null)
}

/** `name` and `stored` are what fails; `target` is what shall come about. */
function explainRule(state: State, name: string, stored: StoredRule, target: Target | null, effort?: Effort): Explanation {
  const rule = readRuleTree(state.program, stored)
  if (rule === null || rule instanceof Malformed) {
    const message = say(state.context.texts, "'{name}' does not apply, because its stored rule cannot be read.", { name })
    return { reason: 'malformed', because: [], remedies: [], exact: true, message }
  }
  const why = searchBecause(state, rule, effort)
  const ways = target ? searchRemedies(state, target, (step) => awaited(state, step), effort) : { remedies: [], exact: true }
  const facts = why.because.map((question) => factOf(state, question))
  const steps = ways.remedies.map((remedy) => remedy.map((step) => stepOf(state, step)))
  const exact = why.exact && ways.exact
  return { reason: 'rule', because: facts, remedies: steps, exact, message: sentence(state, name, facts, steps) }
}

/**
 * Why a question (by id) does not apply; null where it does. `effort` is what the search counts as done already. Throws RangeError for an id that the product does not
 * have.
 */
export function explainQuestion(state: State, questionId: number, effort?: Effort): Explanation | null {
  const index = state.program.questionIndex.get(questionId)
  if (index === undefined) throw new RangeError(`This product has no question ${questionId}.`)
  if (state.applies(index)) return null
  const { rules } = state.program.questions[index]!.source
  return explainRule(state, titleOf(state, index), rules, targetFor(state, index, null), effort)
}

/**
 * Why an answer (by id) does not apply; null where it does. Where its own rule holds and only its question does not apply, the
 * reason is `question`, and what keeps it away is what keeps its question away. Remedies bring the answer with its question.
 */
export function explainAnswer(state: State, answerId: number, effort?: Effort): Explanation | null {
  const { program, context } = state
  const index = program.answerIndex.get(answerId)
  if (index === undefined) throw new RangeError(`This product has no answer ${answerId}.`)
  const answer = program.answers[index]!
  const question = program.questionOfAnswer[index]!
  const target = targetFor(state, question, index)
  if (!state.ownRule(index))
    return explainRule(state, context.texts?.answers[answerId] ?? answer.title ?? String(answerId), answer.rules, target, effort)
  if (state.applies(question)) return null
  const { rules } = program.questions[question]!.source
  return { ...explainRule(state, titleOf(state, question), rules, target, effort), reason: 'question' }
}
