// What an assistant asks the optimiser: the best selections from those that it names, and what the next best ones give up.
import type { Aim, FoundConfiguration, OptimumReport, Wish } from '../engine/optimum/define.js'
import type { SelectionInput } from '../engine/program/configure.js'
import { resume, start } from '../engine/program/configure.js'
import { fromAmount } from '../engine/money/amount.js'
import { heldSelections } from '../engine/program/view.js'
import { ValidationError } from '../ground/errors.js'
import type { ActionScope } from './define.js'
import { wishesContent } from '../verb/wishes.js'

export interface BestInput {
  readonly product_id: number
  readonly selections: readonly SelectionInput[]
  readonly aim: Aim
  readonly wishes: unknown
  readonly currency?: string | undefined
}

export interface BestReply {
  readonly selections: readonly SelectionInput[]
  /** No other whole configuration is better. */
  readonly proven: boolean
  /** Proven: nothing that can be ordered meets the wishes. */
  readonly impossible: boolean
  /** Places of the wishes that are left unmet. */
  readonly unmet: readonly number[]
  /** The next best, each other in some answer; `net` of a piece in the base currency. */
  readonly alternatives: readonly {
    readonly selections: readonly SelectionInput[]
    readonly net: number
    readonly unmet: readonly number[]
  }[]
}

/** Seconds that a search has. */
const seconds = 20

/** As the shop's verb takes them; VALIDATION_FAILED on `wishes`. */
function wishesOf(given: unknown): readonly Wish[] {
  if (given === undefined || given === null) return []
  const property = { name: 'wishes', label: 'Wishes', options: { content: wishesContent } }
  const [refusal] = wishesContent.validate?.(given, property as never) ?? []
  if (refusal) throw ValidationError.of(`wishes${refusal.path ?? ''}`, refusal.message)
  return (given as readonly Omit<Wish, 'weight'>[]).map((wish) => ({ weight: null, ...wish }))
}

/** The selections to explain: the best ones, or those that were given where none were found. */
export async function bestSelections(
  { context, caller, jobs, progress }: ActionScope,
  { product_id, selections, aim, wishes, currency }: BestInput,
): Promise<{ readonly selections: readonly SelectionInput[]; readonly best: BestReply }> {
  const [{ Work }, { openDesk }, { guest }, { productTopic }, { optimiseJob }] = await Promise.all([
    import('../storage/work.js'),
    import('../shop/desk.js'),
    import('../shop/shopper.js'),
    import('../product/programs.js'),
    import('../jobs/optimise.js'),
  ])
  const work = await new Work(context).at(productTopic(product_id))
  const desk = await openDesk(work, guest, { productId: product_id, language: undefined, currency: currency ?? null })
  const { program } = desk.product
  const { texts: _, ...evaluation } = desk.evaluation
  const from = selections.length === 0 ? null : heldSelections(resume(program, desk.evaluation, selections).state)
  const request = {
    ...{ aim, from, wishes: wishesOf(wishes), mostChanges: null, alternatives: 2, ties: true },
    ceilings: { net: null, recurring: null, weight: null },
  }
  const report: OptimumReport = await jobs.run(
    optimiseJob,
    { source: program.source, context: evaluation, request },
    { caller, seconds, progress },
  )
  const [first, ...others] = report.found
  // What a fresh configuration holds by itself, and this one does not.
  const initial = heldSelections(start(program, desk.evaluation).state)
  const emptied = ({ selections: own }: FoundConfiguration): readonly SelectionInput[] =>
    initial.flatMap(({ question_id }) =>
      own.some((one) => one.question_id === question_id) ? [] : [{ question_id, value: null }],
    )
  const seen = ({ selections: own, net, unmet }: FoundConfiguration) => ({ selections: own, net: fromAmount(net), unmet })
  return {
    selections: first ? [...first.selections, ...emptied(first)] : selections,
    best: {
      selections: first?.selections ?? [],
      proven: first?.proven ?? report.impossible,
      impossible: report.impossible,
      unmet: first?.unmet ?? [],
      alternatives: others.map(seen),
    },
  }
}
