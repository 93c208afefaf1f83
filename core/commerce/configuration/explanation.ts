// Explains to a shopper why a question or an answer is not available and which changes would make it available.
import type { explanationShape } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { translateMessage } from '../../engine/program/program.js'
import { explainAnswer, explainQuestion, type Explanation } from '../../engine/program/explanation.js'
import { createBriefEffort } from '../../engine/program/explanation-search.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { createIssue, ValidationError } from '../../foundation/errors.js'
import type { ShopperContext } from '../shopper-context.js'
import { countRefusals } from './stop-counter.js'
import { BlockingRuleFinder } from './blocking-rules.js'
import { loadConfiguration } from './load-configuration.js'
import { createMessage } from '../../foundation/message.js'

/** Exactly one of the two ids is required. */
interface ExplainTarget {
  readonly question_id?: number | undefined
  readonly answer_id?: number | undefined
}

export type ExplanationReply = ShapeValue<typeof explanationShape>

const availableReply: ExplanationReply = { applies: true, possible: true, sentences: [], causes: [], remedies: [] }

function requireOneTarget({ question_id, answer_id }: ExplainTarget): void {
  if ((question_id === undefined) !== (answer_id === undefined)) return
  const message = createMessage('shop.questionOrAnswerRequired')
  throw new ValidationError(['question_id', 'answer_id'].map((field) => createIssue(field, message, 'REQUIRED')))
}

function createUnknownIdError(field: 'question_id' | 'answer_id', id: number): ValidationError {
  const values = { id: String(id) }
  const message =
    field === 'answer_id' ? createMessage('shop.noAnswerInProduct', values) : createMessage('errors.noQuestionInProduct', values)
  return ValidationError.of(field, message, 'UNKNOWN')
}

/** Selected answer ids; empty for questions that take no answers. */
function parseAnswerIds(state: ConfigurationState, questionId: number, selection: string | null): readonly number[] {
  const { type } = state.program.questions[state.program.questionIndex.get(questionId)!]!
  return selection === null || !type.takesAnswers ? [] : selection.split(',').map(Number)
}

/** The shopper cannot fix a malformed rule, so the message says only that this is not available. */
function toSentences(state: ConfigurationState, { reason, message }: Explanation): readonly string[] {
  return reason === 'malformed' ? [translateMessage(state.context.texts, 'shop.notAvailableNow', {})] : [message]
}

function toExplanationReply(state: ConfigurationState, explanation: Explanation): ExplanationReply {
  const { because, remedies } = explanation
  return {
    applies: false,
    possible: remedies.length > 0,
    sentences: toSentences(state, explanation),
    causes: because.map(({ question_id, selection, text }) => ({
      question_id,
      answer_ids: parseAnswerIds(state, question_id, selection),
      text,
    })),
    remedies: remedies.map((steps) => ({
      changes: steps.map(({ question_id, to, text }) => ({ question_id, value: to, text })),
    })),
  }
}

function explainQuestionById(state: ConfigurationState, id: number): ExplanationReply {
  if (!state.program.questionIndex.has(id)) throw createUnknownIdError('question_id', id)
  const explanation = explainQuestion(state, id, createBriefEffort())
  return explanation ? toExplanationReply(state, explanation) : availableReply
}

function explainAnswerById(state: ConfigurationState, id: number): ExplanationReply {
  const { program, context } = state
  const index = program.answerIndex.get(id)
  if (index === undefined) throw createUnknownIdError('answer_id', id)
  const explanation = explainAnswer(state, id, createBriefEffort())
  const answer = context.texts?.answers[id] ?? String(id)
  const isAvailable = program.available[index] === 1
  const unavailable = isAvailable ? [] : [translateMessage(context.texts, 'shop.answerNotYetAvailable', { answer })]
  if (!explanation) return { ...availableReply, possible: isAvailable, sentences: unavailable }
  const reply = toExplanationReply(state, explanation)
  return isAvailable ? reply : { ...reply, possible: false, sentences: [...reply.sentences, ...unavailable], remedies: [] }
}

/** VALIDATION_FAILED on `question_id` and `answer_id` unless exactly one is set and belongs to the product. */
export async function explainSelection(
  shopperContext: ShopperContext,
  token: string,
  target: ExplainTarget,
): Promise<ExplanationReply> {
  requireOneTarget(target)
  const { state, work, row } = await loadConfiguration(shopperContext, token)
  const { question_id, answer_id } = target
  const finder = new BlockingRuleFinder(state)
  const blocked = answer_id === undefined ? finder.findByQuestion(question_id!) : finder.findByAnswer(answer_id)
  const rules = blocked.flatMap(({ bars }) => bars)
  countRefusals(work, row.product_id, rules)
  return answer_id === undefined ? explainQuestionById(state, question_id!) : explainAnswerById(state, answer_id)
}
