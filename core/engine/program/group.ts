// What a customer group pays: prices and calculations of the group before those for everyone (domain §5).
import { settleFigure } from '../money/amount.js'
import type { GroupView } from './state-view.js'
import type { Program } from './program.js'
import type { GroupPrice } from './source.js'

function priceFor(group: number | null, overrides: readonly GroupPrice[], price: number | null): number {
  const own = overrides.find((override) => override.customer_group_id === group)
  return settleFigure(own ? own.price : (price ?? 0))
}

/** The prices of a group, by answer index; null = no group. */
export function viewGroup(program: Pick<Program, 'source' | 'answers' | 'calculationIndex'>, group: number | null): GroupView {
  const { source, answers, calculationIndex } = program
  return {
    basePrice: priceFor(group, source.baseprice_overrides, source.baseprice),
    baseRecurring: source.use_recurring_pricing
      ? priceFor(group, source.baseprice_recurring_overrides, source.baseprice_recurring)
      : 0,
    answerPrice: Float64Array.from(answers, (answer) => priceFor(group, answer.price_overrides, answer.price)),
    answerRecurring: Float64Array.from(answers, (answer) =>
      source.use_recurring_pricing ? priceFor(group, answer.price_recurring_overrides, answer.price_recurring) : 0,
    ),
    answerPriceCalculation: Int32Array.from(answers, (answer) => {
      const own = answer.price_calculation_overrides.find((override) => override.customer_group_id === group)
      // A null switches the answer's calculation off for the group.
      if (own) return own.calculation_id === null ? -1 : (calculationIndex.get(own.calculation_id) ?? -1)
      // A group's own price stands before a calculation only where the answer has none.
      return answer.calcmodel === null ? -1 : (calculationIndex.get(answer.calcmodel) ?? -1)
    }),
  }
}

/** The groups that some price of the product names. */
export function namedGroups(source: Program['source']): ReadonlySet<number> {
  const groups = new Set<number>()
  const note = (list: readonly { readonly customer_group_id: number }[]): void => {
    for (const { customer_group_id } of list) groups.add(customer_group_id)
  }
  note(source.baseprice_overrides)
  note(source.baseprice_recurring_overrides)
  for (const answer of source.answers) {
    note(answer.price_overrides)
    note(answer.price_recurring_overrides)
    note(answer.price_calculation_overrides)
  }
  return groups
}
