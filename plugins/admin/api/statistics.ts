// The statistics of the start screen, with the titles of products, questions and answers instead of ids.
import { createMessage, ValidationError } from '#core/contract.js'
import { requireScopes } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { readStatistics } from '../../statistics/surface.js'
import type { AdminScope } from '../gate/admin-scope.js'
import type { TitledStatistics } from './screen-shape.js'
import { loadCatalogNames } from './choices.js'

type StatisticsReport = Awaited<ReturnType<typeof readStatistics>>
type StopCount = StatisticsReport['left'][number]

const intervals: Readonly<Record<StatisticsReport['interval'], true>> = { day: true, week: true, month: true }

const isInterval = (text: string): text is StatisticsReport['interval'] => Object.hasOwn(intervals, text)

const isAnswerStop = ({ kind }: StopCount): boolean => kind === 'answer' || kind === 'unavailable'

export async function readTitledStatistics(scope: AdminScope): Promise<Reply> {
  const { app, caller, request } = scope
  requireScopes(caller.grant, ['orders:read'])
  const interval = request.query.values.get('interval') ?? 'day'
  if (!isInterval(interval)) {
    const choices = Object.keys(intervals).join(', ')
    const message = createMessage('errors.parameterChoice', {
      name: 'interval',
      choices,
      value: interval.slice(0, 100),
      hint: '',
    })
    throw ValidationError.of('interval', message)
  }
  const report = await readStatistics(app.context, interval)
  const { left, rules } = report
  const questionIds = (stops: readonly StopCount[]): readonly number[] => stops.map(({ id }) => id).filter((id) => id !== 0)
  const answerStops = rules.filter(isAnswerStop)
  const tableStops = rules.filter(({ kind }) => kind === 'table')
  const questionStops = rules.filter((stop) => !answerStops.includes(stop) && !tableStops.includes(stop))
  const names = await loadCatalogNames(scope, {
    products: [...report.sales.flatMap(({ products }) => products), ...report.answers, ...left, ...rules].map(
      ({ product_id }) => product_id,
    ),
    questions: [...questionIds(left), ...questionIds(questionStops), ...report.answers.map(({ question_id }) => question_id)],
    answers: [...report.answers.map(({ answer_id }) => answer_id), ...answerStops.map(({ id }) => id)],
    tables: tableStops.map(({ id }) => id),
  })
  const titleOf = (stop: StopCount): string => {
    if (answerStops.includes(stop)) return names.answerTitle(stop.id)
    return tableStops.includes(stop) ? names.table(stop.id).title : names.question(stop.id).title
  }
  const toTitledStop = (stop: StopCount) => ({
    kind: stop.kind,
    id: stop.id,
    title: stop.id === 0 ? '' : titleOf(stop),
    product: names.product(stop.product_id)!,
    count: stop.count,
  })
  return createJsonReply({
    ...report,
    sales: report.sales.map(({ products, ...sales }) => ({
      ...sales,
      products: products.map(({ product_id, ...figures }) => ({ product: names.product(product_id)!, ...figures })),
    })),
    answers: report.answers.map(({ answer_id, question_id, product_id, quantity }) => ({
      answer: names.answer(answer_id, question_id),
      question: names.question(question_id).title,
      product: names.product(product_id)!,
      quantity,
    })),
    left: left.map(toTitledStop),
    rules: rules.map(toTitledStop),
  } satisfies TitledStatistics)
}
