// Reports on advisor conversations, with the titles of questions and answers instead of ids.
import { createMessage, ValidationError } from '#core/contract.js'
import { type BlockingRule, requireScopes } from '#core/surface.js'
import { createConversationReport } from '../../advisor/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import type { TitledRecord, TitledAdvisorReport } from './advisor-shape.js'
import { loadCatalogNames } from './catalog-names.js'

/** Maximum number of days in a report. */
const maxReportDays = 366

function parseReportDays({ request }: AdminScope): number {
  const text = request.query.values.get('days') ?? '30'
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > maxReportDays)
    throw ValidationError.of('days', createMessage('errors.parameterBetween', { name: 'days', least: 1, most: maxReportDays }))
  return days
}

/** The answer ids of a stored selection. Empty for an entered value. */
const parseAnswerIds = (value: string): readonly number[] =>
  /^\d{1,15}(?:,\d{1,15})*$/.test(value) ? value.split(',').map(Number) : []

const isAnswerRule = (kind: BlockingRule['kind']): boolean => kind === 'answer' || kind === 'unavailable'

export async function readAdvisorReport(scope: AdminScope): Promise<Reply> {
  requireScopes(scope.caller.grant, ['conversations:read'])
  const report = await createConversationReport(scope.app.shop.createContext({}), parseReportDays(scope))
  const { refused, rules, unmetWishes, explained, stoppedAt, neverChosen } = report
  const names = await loadCatalogNames(scope, {
    questions: [...refused, ...rules, ...unmetWishes, ...explained, ...stoppedAt, ...neverChosen].map(
      ({ question_id }) => question_id,
    ),
    answers: [
      ...[...refused, ...unmetWishes].flatMap(({ value }) => parseAnswerIds(value)),
      ...[...explained, ...neverChosen].map(({ answer_id }) => answer_id),
      ...rules.filter(({ kind }) => isAnswerRule(kind)).map(({ id }) => id),
    ],
    tables: rules.filter(({ kind }) => kind === 'table').map(({ id }) => id),
  })
  /** An entered number is no answer id. It has no title and is shown unchanged. */
  const formatValue = (question: number, value: string): string | null => {
    if (value === '(entry)') return null
    const titles = parseAnswerIds(value).map((id) => names.answer(id, question).title)
    return titles.length > 0 && titles.every((title) => title !== '') ? titles.join(', ') : value
  }
  const unchosen = new Map<number, TitledRecord[]>()
  for (const { question_id, answer_id } of neverChosen)
    unchosen.set(question_id, [...(unchosen.get(question_id) ?? []), names.answer(answer_id, question_id)])
  const wished = ({ question_id, value, conversations }: (typeof refused)[number]) => ({
    question: names.question(question_id),
    value: formatValue(question_id, value),
    conversations,
  })
  const ownerOf = ({ kind, id, question_id }: (typeof rules)[number]): TitledRecord => {
    if (kind === 'table') return names.table(id)
    return isAnswerRule(kind) ? names.answer(id, question_id) : names.question(id)
  }
  return createJsonReply({
    ...report,
    refused: refused.map(wished),
    rules: rules.map((rule) => ({
      kind: rule.kind,
      owner: ownerOf(rule),
      question: names.question(rule.question_id),
      conversations: rule.conversations,
    })),
    unmetWishes: unmetWishes.map(wished),
    explained: explained.map(({ question_id, answer_id, conversations }) => ({
      question: question_id === null ? null : names.question(question_id),
      answer: answer_id === null ? null : names.answer(answer_id, question_id),
      conversations,
    })),
    stoppedAt: stoppedAt.map(({ question_id, conversations }) => ({ question: names.question(question_id), conversations })),
    neverChosen: [...unchosen].map(([question, answers]) => ({ question: names.question(question), answers })),
  } satisfies TitledAdvisorReport)
}
