// Converts another shop's product to a product sheet: options become questions, variants a table of valid combinations.
import {
  createMessage,
  createTitleKeys,
  type FileFindings,
  formatValue,
  type MessageValue,
  type Message,
} from 'product-configurator-service'
import { alignColumns, sheetFormat } from '../../sheets/surface.js'
import { listFirst, type ModelFormat, type ModelOptions, type SheetDraft, toProductKey } from '../define.js'
import type { ShopProduct, ShopVariant } from './define.js'
import { splitSurcharges, type Surcharges, type Combination, toUnscaledPrice, expandCombinations } from './prices.js'

const unitWeights: Readonly<Record<string, number>> = { kg: 1_000, g: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }

interface Weights {
  readonly base: number
  /** By option and value. */
  readonly values: readonly (readonly number[])[]
}

/** null if weights are unknown, cannot be converted, or do not add up from the options. */
function splitWeights(product: ShopProduct, list: readonly Combination[], unit: string, findings: FileFindings): Weights | null {
  if (list.every(({ weight }) => weight === 0)) return null
  const title = formatValue(product.title)
  const skip = (message: Message): null => {
    findings.warning('weight-left-out', message, product.line)
    return null
  }
  const own = product.weightUnit.toLowerCase()
  const [from, to] = [unitWeights[own], unitWeights[unit.toLowerCase()]]
  if (own !== unit.toLowerCase() && (from === undefined || to === undefined))
    return skip(createMessage('models.weightUnits', { product: title, from: formatValue(own), to: formatValue(unit) }))
  const variants = list.map(({ at, weight }) => ({ at, price: weight }))
  const divided: Surcharges | null = splitSurcharges(
    variants,
    product.options.map(({ values }) => values.length),
  )
  if (divided === null) return skip(createMessage('models.weightsUneven', { product: title }))
  const factor = own === unit.toLowerCase() ? 1 : from! / to!
  const convert = (weight: number): number => toUnscaledPrice(Math.round(weight * factor))
  return { base: convert(divided.base), values: divided.values.map((values) => values.map(convert)) }
}

/** Maximum number of variants listed in one message. */
const maxListedVariants = 10

function nameVariant({ values, sku, line }: ShopVariant): MessageValue {
  if (values.length > 0) return values.map((value) => (value === null ? createMessage('models.anyValue') : formatValue(value)))
  return sku === '' ? createMessage('models.lineNumber', { line }) : formatValue(sku)
}

const listUnsold = (variants: readonly ShopVariant[]): MessageValue =>
  listFirst(
    variants.map((variant) => createMessage('models.unsoldVariant', { name: nameVariant(variant), reason: variant.unsold! })),
    maxListedVariants,
  )

/** Removes variants that are not sold. If none is sold, all variants stay, and the product is not published. */
function removeUnsold(product: ShopProduct, findings: FileFindings): ShopProduct {
  const { title, variants, line } = product
  const unsold = variants.filter((variant) => variant.unsold !== null)
  const unpublished = product.unpublished ?? (unsold.length === variants.length ? (unsold[0]?.unsold ?? null) : null)
  if (unpublished !== null)
    findings.warning('not-sold', createMessage('models.notSold', { product: formatValue(title), reason: unpublished }), line)
  if (unsold.length === 0 || unsold.length === variants.length) return { ...product, unpublished }
  findings.warning(
    'variant-not-sold',
    createMessage('models.variantsNotSold', { product: formatValue(title), variants: listUnsold(unsold) }),
    line,
  )
  return { ...product, unpublished, variants: variants.filter((variant) => variant.unsold === null) }
}

const maxRadioButtons = 6

interface ShopKeys {
  readonly questions: readonly string[]
  readonly answers: readonly (readonly string[])[]
}

/** Prices that do not add up: each combination has its own price. */
function createPrices(
  product: ShopProduct,
  list: readonly Combination[],
  { questions, answers }: ShopKeys,
): Record<string, unknown> {
  const sizes = product.options.map(({ values }) => values.length)
  if (sizes.length === 2) {
    const byPlace = new Map(list.map(({ at, price }) => [at.join(' '), String(toUnscaledPrice(price))]))
    const line = (row: number): readonly string[] => [
      answers[0]![row]!,
      ...answers[1]!.map((_, column) => byPlace.get(`${row} ${column}`) ?? '-'),
    ]
    const table = alignColumns([['*', ...answers[1]!], ...answers[0]!.map((_, row) => line(row))])
    return { price: { matrix: { rows: questions[0], columns: questions[1], lookup: 'exact', table } } }
  }
  // Each combination has a number with one digit per option. Values count from 1, so 0 is an option without a selection.
  const factors = sizes.map((_, index) => sizes.slice(index + 1).reduce((all, size) => all * (size + 1), 1))
  const formula = questions.map((key, index) => `${key}.selectedOption.assignment_custom_1 * ${factors[index]!}`).join(' + ')
  const numbered = list.map(({ at, price }) => [
    String(at.reduce((sum, value, index) => sum + (value + 1) * factors[index]!, 0)),
    String(toUnscaledPrice(price)),
  ])
  const table = alignColumns(numbered.sort(([a], [b]) => Number(a) - Number(b)))
  return { combination: formula, price: { matrix: { rows: 'calculation(combination)', lookup: 'exact', table } } }
}

/** Values that occur in a combination, by option. */
const collectSoldValues = (product: ShopProduct, list: readonly Combination[]): readonly ReadonlySet<number>[] =>
  product.options.map((_, option) => new Set(list.map(({ at }) => at[option]!)))

function createQuestions(
  product: ShopProduct,
  list: readonly Combination[],
  keys: ShopKeys,
  added: Surcharges | null,
  weights: Weights | null,
): Record<string, unknown> {
  const sold = collectSoldValues(product, list)
  const isSingleOption = product.options.length === 1
  const skus = new Map(list.map(({ at, sku }) => [at[0], sku]))
  const isNumbered = added === null && product.options.length > 2
  return Object.fromEntries(
    product.options.map(({ title, values }, option) => {
      const answers = values.map((value, index) => {
        const price = added === null ? 0 : toUnscaledPrice(added.values[option]![index]!)
        const sku = isSingleOption ? (skus.get(index) ?? '') : ''
        const weight = weights?.values[option]![index] ?? 0
        const isSold = sold[option]!.has(index)
        const fields = {
          ...(!isSold && { published: false }),
          ...(isSold && price !== 0 && { price }),
          ...(isSold && weight !== 0 && { weight }),
          ...(sku !== '' && { sku }),
          ...(isNumbered && { assignment_custom_1: String(index + 1) }),
        }
        return Object.keys(fields).length === 0 ? value : { title: value, ...fields }
      })
      const question_type = values.length > maxRadioButtons ? 'Dropdown' : 'Radiobuttons'
      const calcmodel = added === null && option === product.options.length - 1 ? { calcmodel: 'price' } : {}
      return [keys.questions[option]!, { title, question_type, required: true, ...calcmodel, answers }]
    }),
  )
}

/** Reports variant data that the sheet cannot express. */
function reportOmissions(product: ShopProduct, list: readonly Combination[], findings: FileFindings): void {
  for (const [option, sold] of collectSoldValues(product, list).entries()) {
    const { title, values } = product.options[option]!
    const unsold = values.filter((_, index) => !sold.has(index)).map((value) => formatValue(value))
    if (unsold.length > 0)
      findings.warning(
        'value-not-sold',
        createMessage('models.valuesNotSold', { option: formatValue(title), values: listFirst(unsold, 20) }),
        product.line,
      )
  }
  const skus = list.filter(({ sku }) => sku !== '').length
  if (product.options.length > 1 && skus > 0)
    findings.warning('sku-left-out', createMessage('models.skusSkipped', { count: skus }), product.line)
  if (new Set(list.map(({ wasPrice }) => wasPrice)).size > 1)
    findings.warning(
      'former-price-left-out',
      createMessage('models.formerPricesSkipped', { product: formatValue(product.title) }),
      product.line,
    )
}

/** null if a blocker was found. */
export function createShopDraft(
  format: ModelFormat,
  whole: ShopProduct,
  options: ModelOptions,
  findings: FileFindings,
): SheetDraft | null {
  for (const { grade, kind, message, line } of whole.remarks) findings.add(grade, kind, message, line)
  const product = removeUnsold(whole, findings)
  const list = expandCombinations(product, options, findings)
  if (list.length === 0 && !findings.isBlocked)
    findings.blocker(
      'no-prices',
      createMessage('models.variantsWithoutPrice', { product: formatValue(product.title) }),
      product.line,
    )
  if (findings.isBlocked) return null
  reportOmissions(product, list, findings)
  const sizes = product.options.map(({ values }) => values.length)
  const keys: ShopKeys = {
    questions: createTitleKeys(
      product.options.map(({ title }) => title),
      'question',
    ),
    answers: product.options.map(({ values }) => createTitleKeys(values, 'answer')),
  }
  const added = splitSurcharges(list, sizes)
  const places = sizes.reduce((count, size) => count * size, 1)
  const weights = splitWeights(product, list, options.weightUnit, findings)
  const title = options.title ?? (product.title || product.handle)
  const was = list[0]!.wasPrice
  const isSame = list.every(({ wasPrice }) => wasPrice === was)
  const isTable = list.length < places && sizes.length > 1
  const cells = list.map(({ at }) => at.map((value, option) => keys.answers[option]![value]!))
  const sheet = {
    sheet: sheetFormat,
    product: toProductKey(title),
    title,
    ...(product.unpublished !== null && { published: false }),
    ...(product.sku !== '' && { sku: product.sku }),
    ...(product.description !== '' && { description: product.description }),
    ...(added !== null && added.base !== 0 && { baseprice: toUnscaledPrice(added.base) }),
    ...(weights !== null && weights.base !== 0 && { baseweight: weights.base }),
    ...(isSame && was !== null && { was_price: toUnscaledPrice(was) }),
    tax_class_id: options.taxClass,
    pages: [{ title, ...(sizes.length > 0 && { questions: createQuestions(product, list, keys, added, weights) }) }],
    ...(added === null && { calculations: createPrices(product, list, keys) }),
    ...(isTable && { variant_tables: [{ name: 'Variants', table: alignColumns([keys.questions, ...cells], 'left') }] }),
  }
  findings.notice('prices', added === null ? createMessage('models.pricesByCombination') : createMessage('models.pricesByOption'))
  const counts = {
    questions: sizes.length,
    answers: sizes.reduce((sum, size) => sum + size, 0),
    variants: list.length,
    variant_tables: isTable ? 1 : 0,
  }
  return { format, product: sheet.product, sheet, counts, findings: findings.list() }
}
