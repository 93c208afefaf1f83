// Expands the variants of a product into combinations of option values with one price each.
import { type FileFindings, formatValue } from 'product-configurator-service'
import { detectDecimal, parseCellPrice } from '../matrix/amounts.js'
import type { DecimalChoice, MatrixOptions, SourceCell } from '../matrix/define.js'
import { shopLimits, type ShopProduct, type ShopVariant } from './define.js'
import type { PricedVariant } from './prices.js'

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
  findings.blocker(`not-a-${kind}`, `${cell.place} holds '${formatValue(cell.text)}', no ${kind} such as 12.50.`, cell.line)
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

/** Adds blockers for combinations without a price or with two prices. */
export function expandCombinations(product: ShopProduct, options: MatrixOptions, findings: FileFindings): readonly Combination[] {
  const whole = product.options.reduce((count, { values }) => count * values.length, 1)
  if (product.options.length > shopLimits.options || whole > shopLimits.combinations) {
    const bounds = `at most ${shopLimits.options} and ${shopLimits.combinations} are taken`
    findings.blocker(
      'too-large',
      `'${formatValue(product.title)}' has ${product.options.length} options with ${whole} combinations; ${bounds}.`,
      product.line,
    )
    return []
  }
  const amountCells = product.variants.flatMap(({ price, wasPrice, weight }) => [price, wasPrice, weight])
  const decimal = detectDecimal(amountCells, options, findings)
  const indexes = product.options.map(({ values }) => new Map(values.map((value, index) => [value, index])))
  const combinations = new Map<string, Combination>()
  let spent = 0
  for (const variant of product.variants) {
    const { price, wasPrice, isSale, weight, sku, line } = variant
    if (price.text === '') {
      findings.blocker('no-price', `A variant of '${formatValue(product.title)}' has no price.`, line)
      continue
    }
    const amount = parseScaledAmount(price, decimal, 'price', findings)
    const was = wasPrice.text === '' ? null : parseScaledAmount(wasPrice, decimal, 'price', findings)
    const ownWeight = weight.text === '' ? 0 : parseScaledAmount(weight, decimal, 'weight', findings)
    if (amount === null || ownWeight === null) continue
    const all = expandVariant(variant, indexes)
    spent += all.length
    if (spent > maxExpandedCombinations) {
      findings.blocker(
        'too-large',
        `The variants of '${formatValue(product.title)}' stand for more than ${maxExpandedCombinations} combinations; name their values.`,
        line,
      )
      break
    }
    for (const at of all) {
      const key = at.join(' ')
      const own: Combination = { at, ...resolveReduction(amount, was, isSale), weight: ownWeight, sku }
      const other = combinations.get(key)
      const name = at.map((value, option) => product.options[option]!.values[value]!).join(', ') || product.title
      const selected = other === undefined || other.price === own.price ? (other ?? own) : selectDuplicate(other, own, options)
      if (other !== undefined && other.price === own.price)
        findings.notice('repeated', `'${formatValue(name)}' stands twice, with the same price.`, line)
      else if (other !== undefined && selected === null) {
        const prices = `${toUnscaledPrice(other.price)} and ${toUnscaledPrice(own.price)}`
        findings.blocker(
          'duplicate',
          `'${formatValue(name)}' has the prices ${prices}. Say with 'duplicates' which one counts.`,
          line,
        )
      } else if (other !== undefined && selected !== null)
        findings.warning('duplicate', `'${formatValue(name)}' has two prices; ${toUnscaledPrice(selected.price)} is taken.`, line)
      if (selected) combinations.set(key, selected)
    }
  }
  return [...combinations.values()]
}
