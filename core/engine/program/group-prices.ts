// The prices of a customer group. Prices and calculations of the group take precedence over the general ones.
import { roundResult } from '../money/amount.js'
import type { GroupView } from './state-view.js'
import type { Program } from './program.js'
import type { GroupPrice } from './source.js'

function priceFor(group: number | null, overrides: readonly GroupPrice[], price: number | null): number {
  const override = overrides.find((override) => override.customer_group_id === group)
  return roundResult(override ? override.price : (price ?? 0))
}

/** The prices of a group, by answer index. Null = no group. */
export function createGroupView(
  program: Pick<Program, 'source' | 'answers' | 'calculationIndex'>,
  group: number | null,
): GroupView {
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
      const override = answer.price_calculation_overrides.find((override) => override.customer_group_id === group)
      // A null calculation disables the answer's calculation for the group.
      if (override) return override.calculation_id === null ? -1 : (calculationIndex.get(override.calculation_id) ?? -1)
      // The group's fixed price takes precedence only over the answer's fixed price, not over its calculation.
      return answer.calcmodel === null ? -1 : (calculationIndex.get(answer.calcmodel) ?? -1)
    }),
  }
}

/** The customer groups with prices of their own in this product. */
export function findPricedGroups(source: Program['source']): ReadonlySet<number> {
  const groups = new Set<number>()
  const collect = (list: readonly { readonly customer_group_id: number }[]): void => {
    for (const { customer_group_id } of list) groups.add(customer_group_id)
  }
  collect(source.baseprice_overrides)
  collect(source.baseprice_recurring_overrides)
  for (const answer of source.answers) {
    collect(answer.price_overrides)
    collect(answer.price_recurring_overrides)
    collect(answer.price_calculation_overrides)
  }
  return groups
}
