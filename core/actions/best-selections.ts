// Finds the best selections for `explain-configuration` with the optimiser, and the next best alternatives.
import { getMessage } from '../foundation/message.js'
import type { Aim, OptimalConfiguration, OptimumReport, Preference } from '../engine/optimum/optimum-request.js'
import { type SelectionInput, resumeConfiguration, initializeConfiguration } from '../engine/program/configuration.js'
import { fromAmount } from '../engine/money/amount.js'
import { currentSelections } from '../engine/program/configuration-view.js'
import { ValidationError } from '../foundation/errors.js'
import type { ActionScope } from './define-action.js'
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
export async function findBestSelections(
  { context, caller, jobs, progress }: ActionScope,
  { product_id, selections, aim, wishes, currency }: BestSelectionsInput,
): Promise<{ readonly selections: readonly SelectionInput[]; readonly best: BestSelectionsReply }> {
  const [{ ServiceContext }, { openPricingSession }, { guest }, { toProductTopic }, { optimiseJob }] = await Promise.all([
    import('../storage/service-context.js'),
    import('../shop/pricing-session.js'),
    import('../shop/shopper.js'),
    import('../product/compiled-products.js'),
    import('../jobs/optimise.js'),
  ])
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
