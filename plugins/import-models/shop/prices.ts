// Splits variant prices into a base price and a surcharge per value, if these add up to every price exactly.

export interface PricedVariant {
  /** Indexes of the values. */
  readonly at: readonly number[]
  /** In 1/10,000 of the currency unit, so sums are exact. */
  readonly price: number
}

export interface Surcharges {
  readonly base: number
  /** By option and value; never negative. */
  readonly values: readonly (readonly number[])[]
}

type SurchargeTable = (number | null)[][]

/** The option with the variant's only unknown surcharge; null if none or several are unknown. */
function findUnknownOption({ at }: PricedVariant, surcharges: SurchargeTable): number | null {
  const open = at.flatMap((value, option) => (surcharges[option]![value] === null ? [option] : []))
  return open.length === 1 ? open[0]! : null
}

/** null if no split is found. `sizes`: number of values per option. */
export function splitSurcharges(variants: readonly PricedVariant[], sizes: readonly number[]): Surcharges | null {
  const [first] = variants
  if (!first) return null
  const surcharges: SurchargeTable = sizes.map((size) => Array.from({ length: size }, () => null))
  for (const [option, value] of first.at.entries()) surcharges[option]![value] = 0
  const waiting = new Map<string, PricedVariant[]>()
  for (const variant of variants)
    for (const [option, value] of variant.at.entries()) {
      const key = `${option} ${value}`
      const list = waiting.get(key) ?? []
      waiting.set(key, list)
      list.push(variant)
    }
  const queue = [...variants]
  let next = 0
  for (;;) {
    for (; next < queue.length; next++) {
      const variant = queue[next]!
      const option = findUnknownOption(variant, surcharges)
      if (option === null) continue
      const surchargeSum = variant.at.reduce((sum, value, index) => sum + (surcharges[index]![value] ?? 0), 0)
      surcharges[option]![variant.at[option]!] = variant.price - first.price - surchargeSum
      queue.push(...(waiting.get(`${option} ${variant.at[option]!}`) ?? []))
    }
    // Values that no chain of variants connects to the first variant may start at any surcharge.
    const loose = variants.find(({ at }) => at.some((value, option) => surcharges[option]![value] === null))
    if (!loose) break
    const option = loose.at.findIndex((value, index) => surcharges[index]![value] === null)
    surcharges[option]![loose.at[option]!] = 0
    queue.push(...(waiting.get(`${option} ${loose.at[option]!}`) ?? []))
  }
  const isExact = variants.every(
    ({ at, price }) => at.reduce((sum, value, option) => sum + surcharges[option]![value]!, first.price) === price,
  )
  if (!isExact) return null
  const lowest = surcharges.map((values) => Math.min(...values.map((value) => value ?? 0)))
  return {
    base: lowest.reduce((sum, low) => sum + low, first.price),
    values: surcharges.map((values, option) => values.map((value) => (value ?? lowest[option]!) - lowest[option]!)),
  }
}
