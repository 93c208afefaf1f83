// The prices of a shop product: one per combination of option values, or a base price with surcharges that add up to every price exactly.
import { createMessage, FileFindings, formatValue } from 'product-configurator-service'
import { detectDecimal, parseCellPrice } from '../matrix/amounts.js'
import type { DecimalChoice, MatrixOptions, SourceCell } from '../matrix/define.js'
import { type ShopProduct, type ShopVariant, shopLimits } from './define.js'

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

/** Splits variant prices into a base price and a surcharge per value. null if no split is found. `sizes`: number of values per option. */
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

export interface Combination extends PricedVariant {
  readonly wasPrice: number | null
  /** In 1/10,000 of the file's weight unit. */
  readonly weight: number
  readonly sku: string
}

const priceScale = 10_000

/** Maximum number of combinations over all variants, counting repeated ones. */
const maxExpandedCombinations = 60_000

export const toUnscaledPrice = (price: number): number => price / priceScale

function parseScaledAmount(
  cell: SourceCell,
  decimal: DecimalChoice,
  kind: 'price' | 'weight',
  findings: FileFindings,
): number | null {
  const parsedPrice = parseCellPrice(cell, decimal)
  if (parsedPrice !== null && /^\d{1,11}(\.\d{1,4})?$/.test(parsedPrice.text))
    return Math.round(Number(parsedPrice.text) * priceScale)
  const values = { cell: cell.place, value: formatValue(cell.text) }
  findings.blocker(
    `not-a-${kind}`,
    kind === 'price' ? createMessage('models.variantPriceInvalid', values) : createMessage('models.variantWeightInvalid', values),
    cell.line,
  )
  return null
}

/** A reduced price must be below the former price. Otherwise there is no reduction, and a sale price gives way to the former price. */
function resolveReduction(
  price: number,
  former: number | null,
  isSale: boolean,
): { readonly price: number; readonly wasPrice: number | null } {
  if (former === null || price < former) return { price, wasPrice: former }
  return { price: isSale ? former : price, wasPrice: null }
}

/** Index lists of every combination that a variant covers. */
function expandVariant({ values }: ShopVariant, indexes: readonly ReadonlyMap<string, number>[]): readonly (readonly number[])[] {
  let lists: number[][] = [[]]
  for (const [option, value] of values.entries()) {
    const own = value === null ? [...indexes[option]!.values()] : [indexes[option]!.get(value)!]
    if (lists.length * own.length > shopLimits.combinations) return []
    lists = lists.flatMap((list) => own.map((ownValue) => [...list, ownValue]))
  }
  return lists
}

function selectDuplicate(a: Combination, b: Combination, { duplicates }: MatrixOptions): Combination | null {
  if (duplicates === undefined) return null
  if (duplicates === 'first' || duplicates === 'last') return duplicates === 'first' ? a : b
  return (duplicates === 'lowest') === a.price <= b.price ? a : b
}

/**
 * The decimal signs of prices and weights. WooCommerce writes prices with the decimal comma of the shop's country, but weights always
 * with a point.
 */
function detectDecimals(
  { variants }: ShopProduct,
  options: MatrixOptions,
  findings: FileFindings,
): { readonly price: DecimalChoice; readonly weight: DecimalChoice } {
  const prices = variants.flatMap(({ price, wasPrice }) => [price, wasPrice])
  const weights = variants.map(({ weight }) => weight)
  if (detectDecimal(prices, options, new FileFindings()) === 'comma')
    return { price: detectDecimal(prices, options, findings), weight: detectDecimal(weights, options, findings) }
  const decimal = detectDecimal([...prices, ...weights], options, findings)
  return { price: decimal, weight: decimal }
}

/** Expands variants into combinations of option values. Adds blockers for combinations without a price or with two prices. */
export function expandCombinations(product: ShopProduct, options: MatrixOptions, findings: FileFindings): readonly Combination[] {
  const whole = product.options.reduce((count, { values }) => count * values.length, 1)
  if (product.options.length > shopLimits.options || whole > shopLimits.combinations) {
    findings.blocker(
      'too-large',
      createMessage('models.tooManyCombinations', {
        product: formatValue(product.title),
        options: product.options.length,
        count: whole,
        mostOptions: shopLimits.options,
        most: shopLimits.combinations,
      }),
      product.line,
    )
    return []
  }
  const { price: decimal, weight: weightDecimal } = detectDecimals(product, options, findings)
  const indexes = product.options.map(({ values }) => new Map(values.map((value, index) => [value, index])))
  const combinations = new Map<string, Combination>()
  let spent = 0
  for (const variant of product.variants) {
    const { price, wasPrice, isSale, weight, sku, line } = variant
    if (price.text === '') {
      findings.blocker('no-price', createMessage('models.variantWithoutPrice', { product: formatValue(product.title) }), line)
      continue
    }
    const amount = parseScaledAmount(price, decimal, 'price', findings)
    const was = wasPrice.text === '' ? null : parseScaledAmount(wasPrice, decimal, 'price', findings)
    const ownWeight = weight.text === '' ? 0 : parseScaledAmount(weight, weightDecimal, 'weight', findings)
    if (amount === null || ownWeight === null) continue
    const all = expandVariant(variant, indexes)
    spent += all.length
    if (spent > maxExpandedCombinations) {
      findings.blocker(
        'too-large',
        createMessage('models.variantsTooBroad', { product: formatValue(product.title), most: maxExpandedCombinations }),
        line,
      )
      break
    }
    for (const at of all) {
      const key = at.join(' ')
      const own: Combination = { at, ...resolveReduction(amount, was, isSale), weight: ownWeight, sku }
      const other = combinations.get(key)
      const name = formatValue(at.map((value, option) => product.options[option]!.values[value]!).join(', ') || product.title)
      const selected = other === undefined || other.price === own.price ? (other ?? own) : selectDuplicate(other, own, options)
      if (other !== undefined && other.price === own.price)
        findings.notice('repeated', createMessage('models.variantRepeated', { name }), line)
      else if (other !== undefined && selected === null) {
        const [first, second] = [toUnscaledPrice(other.price), toUnscaledPrice(own.price)]
        findings.blocker('duplicate', createMessage('models.variantPriceTwice', { name, first, second }), line)
      } else if (other !== undefined && selected !== null)
        findings.warning(
          'duplicate',
          createMessage('models.variantPriceChosen', { name, price: toUnscaledPrice(selected.price) }),
          line,
        )
      if (selected) combinations.set(key, selected)
    }
  }
  return [...combinations.values()]
}
