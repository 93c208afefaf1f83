// Explains a configuration without storing it: applicable parts, reasons, missing selections, and the origin of price and weight.
import { optimiseJob } from '../jobs/optimise.js'
import { toProductTopic } from '../product/compiled-products.js'
import { guest } from '../shop/shopper.js'
import { openPricingSession } from '../shop/pricing-session.js'
import { ServiceContext } from '../storage/service-context.js'
import {
  type SelectionInput,
  resumeConfiguration,
  initializeConfiguration,
  currentSelections,
} from '../engine/program/configuration.js'
import { createMessage, getMessage, type Message } from '../foundation/message.js'
import { languageArgument, productArgument, createStructuredContent } from './arguments.js'
import { defineAction, type ActionScope } from './define-action.js'
import { type ConfigurationExplanation, explainConfiguration as explain } from '../shop/explanation.js'
import { createIssue, type Issue, ValidationError } from '../foundation/errors.js'
import { dropdown } from '../model/properties/dropdown.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { compactTrace } from '../engine/program/trace.js'
import type { DecimalTraceLine, ExcerptLine } from '../engine/program/trace-line.js'
import type { Aim, OptimalConfiguration, OptimumReport, Preference } from '../engine/optimum/optimum-request.js'
import { fromAmount } from '../engine/money/amount.js'
import { preferencesContent } from '../verbs/contents.js'

export interface BestSelectionsInput {
  readonly product_id: number
  readonly selections: readonly SelectionInput[]
  readonly aim: Aim
  readonly wishes: unknown
  readonly currency?: string | undefined
}

export interface BestSelectionsReply {
  readonly selections: readonly SelectionInput[]
  /** True: no other complete configuration is better. */
  readonly proven: boolean
  /** True: no configuration that can be ordered meets the wishes. */
  readonly impossible: boolean
  /** Indexes of unmet wishes. */
  readonly unmet: readonly number[]
  /** The next best results, each with different answers. `net` is the price of one piece in the base currency. */
  readonly alternatives: readonly {
    readonly selections: readonly SelectionInput[]
    readonly net: number
    readonly unmet: readonly number[]
  }[]
}

/** Maximum duration of the search in seconds. */
const maximumSearchSeconds = 20

/** Validates wishes like the verb of the shop API. VALIDATION_FAILED on `wishes`. */
function parseWishes(input: unknown): readonly Preference[] {
  if (input === undefined || input === null) return []
  const property = { name: 'wishes', label: 'Wishes', options: { content: preferencesContent } }
  const [refusal] = preferencesContent.validate?.(input, property as never) ?? []
  if (refusal) throw ValidationError.of(`wishes${refusal.path ?? ''}`, getMessage(refusal))
  return (input as readonly Omit<Preference, 'weight'>[]).map((wish) => ({ weight: null, ...wish }))
}

/** The selections to explain: the best ones, or the input if none were found. */
async function findBestSelections(
  { context, caller, jobs, progress }: ActionScope,
  { product_id, selections, aim, wishes, currency }: BestSelectionsInput,
): Promise<{ readonly selections: readonly SelectionInput[]; readonly best: BestSelectionsReply }> {
  const work = await new ServiceContext(context).at(toProductTopic(product_id))
  const session = await openPricingSession(work, guest, {
    productId: product_id,
    language: undefined,
    currency: currency ?? null,
  })
  const { program } = session.product
  const { texts: _, ...evaluation } = session.evaluation
  const from =
    selections.length === 0 ? null : currentSelections(resumeConfiguration(program, session.evaluation, selections).state)
  const request = {
    aim,
    from,
    wishes: parseWishes(wishes),
    mostChanges: null,
    alternatives: 2,
    ties: true,
    ceilings: { net: null, recurring: null, weight: null },
  }
  const report: OptimumReport = await jobs.run(
    optimiseJob,
    { source: program.source, context: evaluation, request },
    { caller, seconds: maximumSearchSeconds, progress },
  )
  const [first, ...rest] = report.configurations
  // Selections of a new configuration that the result lacks are cleared explicitly.
  const initial = currentSelections(initializeConfiguration(program, session.evaluation).state)
  const clearedSelections = ({ selections: own }: OptimalConfiguration): readonly SelectionInput[] =>
    initial.flatMap(({ question_id }) =>
      own.some((selection) => selection.question_id === question_id) ? [] : [{ question_id, value: null }],
    )
  const toAlternative = ({ selections: own, net, unmet }: OptimalConfiguration) => ({
    selections: own,
    net: fromAmount(net),
    unmet,
  })
  return {
    selections: first ? [...first.selections, ...clearedSelections(first)] : selections,
    best: {
      selections: first?.selections ?? [],
      proven: first?.proven ?? report.impossible,
      impossible: report.impossible,
      unmet: first?.unmet ?? [],
      alternatives: rest.map(toAlternative),
    },
  }
}

/** Size limits in characters of JSON. */
const limits = { whole: 36_000, questions: 10_000, list: 3_000, whyNot: 6_000, price: 6_000, other: 1_500 } as const

type Traces = ConfigurationExplanation['trace']

/** Lists contain as many entries as fit; each `…_total` is the number of all entries. */
type CondensedExplanation = Omit<ConfigurationExplanation, 'trace'> & {
  readonly trace: { readonly [Name in keyof Traces]: ExcerptLine }
  readonly questions_total: number
  /** Offset of the next page of questions; absent on the last page. */
  readonly next_offset?: number
  readonly missing_total: number
  readonly refused_total: number
  readonly automatic_total: number
  /** How to get the omitted parts. */
  readonly condensed: Message
}

export interface ExplanationPage {
  /** Number of questions to skip. */
  readonly offset: number
  readonly question: number | undefined
}

const size = (value: unknown): number => JSON.stringify(value).length + 1

/** As many items as fit, but at least `least`. */
function takeFitting<T>(items: readonly T[], limit: number, minimum = 0): readonly T[] {
  let length = 0
  const end = items.findIndex((item) => (length += size(item)) > limit)
  return end < 0 ? items : items.slice(0, Math.max(minimum, end))
}

function foldTraces(trace: Traces, question: number | undefined): CondensedExplanation['trace'] {
  const fold = (line: DecimalTraceLine, limit: number = limits.other): ExcerptLine => compactTrace(line, limit, question)
  const { price, gross, recurring, recurring_gross, weight } = trace
  return {
    price: fold(price, limits.price),
    ...(gross && { gross: fold(gross) }),
    ...(recurring && { recurring: fold(recurring) }),
    ...(recurring_gross && { recurring_gross: fold(recurring_gross) }),
    weight: fold(weight),
  }
}

function condenseExplanation(
  explanation: ConfigurationExplanation,
  { offset, question }: ExplanationPage,
): ConfigurationExplanation | CondensedExplanation {
  if (offset === 0 && size(explanation) <= limits.whole) return explanation
  const { questions, missing, refused, automatic, whyNot, trace, ...rest } = explanation
  const selected = question === undefined ? questions.slice(offset) : questions.filter(({ id }) => id === question)
  const page = takeFitting(selected, limits.questions, 1)
  const reasons = takeFitting(whyNot, limits.whyNot)
  return {
    ...rest,
    questions: page,
    questions_total: questions.length,
    ...(page.length < selected.length && { next_offset: offset + page.length }),
    missing: takeFitting(missing, limits.list),
    missing_total: missing.length,
    refused: takeFitting(refused, limits.list),
    refused_total: refused.length,
    automatic: takeFitting(automatic, limits.list),
    automatic_total: automatic.length,
    trace: foldTraces(trace, question),
    whyNot: reasons,
    more: rest.more || reasons.length < whyNot.length,
    condensed: createMessage('steps.condensed'),
  }
}

const selectionSchema = {
  type: 'object',
  properties: {
    question_id: { type: 'integer', description: 'The id of the question.' },
    value: { type: 'string', description: 'An answer id, number, text or date, as text.' },
  },
  required: ['question_id', 'value'],
}

function parseSelections(input: unknown): readonly SelectionInput[] {
  if (!Array.isArray(input)) {
    throw ValidationError.of('selections', createMessage('errors.selectionListRequired'))
  }
  const issues: Issue[] = []
  const selections = input.flatMap((entry: unknown, index) => {
    const { question_id: id, value } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
    if (typeof id === 'number' && Number.isSafeInteger(id) && (typeof value === 'string' || typeof value === 'number')) {
      return [{ question_id: id, value: String(value) }]
    }
    issues.push(createIssue(`selections[${index}]`, createMessage('errors.selectionFormRequired'), 'WRONG_TYPE'))
    return []
  })
  if (issues.length > 0) throw new ValidationError(issues)
  return selections
}

export const explainConfiguration = defineAction({
  name: 'explain-configuration',
  description:
    'Configures a product as a shopper would and explains the outcome; use it to try out rules and prices. Nothing is stored. ' +
    'Explains what applies and why the rest does not, missing selections, and all parts of price and weight.',
  input: {
    product_id: productArgument('The id of a published product.'),
    selections: json('Selections', {
      content: createStructuredContent({ type: 'array', items: selectionSchema }),
      help: 'Selections in addition to the initial values.',
    }),
    aim: dropdown('Aim', {
      choices: { closest: 'Closest to the wishes', cheapest: 'Cheapest', lightest: 'Lightest' },
      help: 'Finds and explains the best complete selections.',
    }),
    wishes: json('Wishes', {
      content: createStructuredContent({ type: 'array', items: { type: 'object' } }),
      help: 'With aim: {question_id, values or min, max; weight 1-100 if optional}.',
    }),
    question_id: number('Question', { min: 1, help: 'Explains only this question.' }),
    offset: number('Offset', { min: 0, help: 'next_offset of the previous reply.' }),
    language: languageArgument(),
    currency: string('Currency', { help: 'ISO 4217 code. Default: the store default.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { product_id: 1, selections: [{ question_id: 1, value: '1450' }] },
  nextStep: ({ code, fields }) => {
    if (code !== 'VALIDATION_FAILED') return null
    if (fields.includes('product_id')) return createMessage('steps.listPublished')
    return createMessage('steps.describeQuestions')
  },
  async run(
    scope,
    { product_id, selections = [], aim, wishes, question_id, offset = 0, language, currency },
  ): Promise<(ConfigurationExplanation | CondensedExplanation) & { readonly best?: BestSelectionsReply }> {
    const requestedSelections = parseSelections(selections)
    if (wishes && !aim) throw ValidationError.of('aim', createMessage('errors.wishesWithoutAim'))
    const best = aim
      ? await findBestSelections(scope, { product_id, selections: requestedSelections, aim, wishes, currency })
      : null
    const explained = await explain(scope.context, {
      product_id,
      question_id,
      language,
      currency,
      selections: best?.selections ?? requestedSelections,
    })
    return { ...condenseExplanation(explained, { offset, question: question_id }), ...(best && { best: best.best }) }
  },
})
