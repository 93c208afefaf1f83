// Freezes a priced cart into an order or a quote: stores every text, amount, rate and file, so nothing is looked up later.
import { fromAmount, toAmount, type Currency } from '../../engine/money/amount.js'
import { type PricedDocument, type DocumentLinePrice, requireBalance } from '../../engine/money/document.js'
import type { GoodsPrice } from '../../engine/money/goods.js'
import { formatSelection } from '../../engine/program/configuration.js'
import { measureNode } from '../../engine/program/program.js'
import { type ConfigurationState, computeUnitTotals } from '../../engine/program/state.js'
import { traceLine, compactTrace, toDecimalTraceLine, traceMeasure } from '../../engine/program/trace.js'
import type { TraceLine, ExcerptLine, DecimalTraceLine } from '../../engine/program/trace-line.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { ProductTitles } from '../../product/compiled-products.js'
import type { Shop } from '../../shop/shop.js'
import { listPictureLayers } from '../../shop/configured-picture.js'
import { getProductTitles, readTermsText } from '../../shop/language.js'
import { layerPrefix } from '../../model/entity/document-fields.js'
import { insertRows, toInList } from '../../storage/database/dialect.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type SettledCart, type SettledPosition, computePositionWeight, toAmountReply } from '../cart/settle.js'
import { listOptions, readUploadNames, findUploadIds, type UploadNames } from '../configuration/rows.js'
import type { DocumentEntity, FrozenParts } from './define.js'
import { documentKinds, type RateFields } from './kinds.js'
import { buildLetterhead } from './rows.js'

/** The input from which a document is frozen. */
interface FreezeInput {
  readonly settled: SettledCart
  /** The price of `settled.sold`, including the delivery and the payment below. */
  readonly priced: PricedDocument
  readonly delivery?: { readonly id: number; readonly title: string; readonly days: number | null } | null
  readonly payment?: { readonly id: number; readonly title: string } | null
}

const emptyAmounts = { net: null, tax: null, gross: null } as const

/** The amounts of the order or quote itself, and the titles of its discounts. */
export function toAmountFields(priced: PricedDocument) {
  const { net, tax, gross } = toAmountReply(priced)
  const recurring = toAmountReply(priced.recurring)
  const delivery = priced.delivery ? toAmountReply(priced.delivery) : emptyAmounts
  const payment = priced.payment ? toAmountReply(priced.payment) : emptyAmounts
  return {
    net,
    tax,
    gross,
    recurring_net: recurring.net,
    recurring_tax: recurring.tax,
    recurring_gross: recurring.gross,
    delivery_net: delivery.net,
    delivery_tax: delivery.tax,
    delivery_gross: delivery.gross,
    payment_net: payment.net,
    payment_tax: payment.tax,
    payment_gross: payment.gross,
    discount_title: priced.discount?.title ?? '',
    discount_net: fromAmount(priced.discount?.net ?? 0),
    discount_recurring_title: priced.recurringDiscount?.title ?? '',
    discount_recurring_net: fromAmount(priced.recurringDiscount?.net ?? 0),
  }
}

/** Characters of the column. */
const maxCodeLength = 255

const ellipsis = '…'

const separator = ', '

/** Unchanged if it fits, else the leading codes with an ellipsis. */
function shortenRateCode(code: string): string {
  if (code.length <= maxCodeLength) return code
  const end = code.lastIndexOf(separator, maxCodeLength - separator.length - ellipsis.length)
  if (end > 0) return `${code.slice(0, end)}${separator}${ellipsis}`
  // A single code that is too long. Remove a lone surrogate at the end: it could not be stored.
  return `${code.slice(0, maxCodeLength - ellipsis.length).replace(/[\uD800-\uDBFF]$/, '')}${ellipsis}`
}

export function toRateFields({ rates }: PricedDocument): readonly RateFields[] {
  return rates.map(({ recurring, rate, code, net, tax }) => {
    return { recurring, rate, code: shortenRateCode(code ?? ''), net: fromAmount(net), tax: fromAmount(tax) }
  })
}

/** Untaxed only if all rates are 0: a place can have a tax rate of its own even for goods that leave the tax area. */
const isUntaxed = ({ rates }: PricedDocument): boolean => rates.every(({ rate }) => rate === 0)

/** The fields of the record itself except number, status, token, times, e-mail and addresses. */
type FrozenHeader = Awaited<ReturnType<typeof buildHeader>>

async function buildHeader({ settled, priced, delivery = null, payment = null }: FreezeInput) {
  const { work, shop, weight } = settled
  const { currency } = shop
  return {
    customer_group_id: shop.customerGroupId,
    vat_id: shop.destination.vat_id,
    untaxed: (isUntaxed(priced) && shop.untaxed) || ('' as const),
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    currency_decimals: currency.decimals,
    currency_multiplicator: currency.multiplicator,
    language_tag: shop.language,
    b2b: shop.b2b,
    ...toAmountFields(priced),
    shipping_method_id: delivery?.id ?? null,
    delivery_title: delivery?.title ?? '',
    delivery_days: delivery?.days ?? null,
    payment_method_id: payment?.id ?? null,
    payment_title: payment?.title ?? '',
    weight: fromAmount(weight),
    weight_unit: shop.settings.weight_unit ?? '',
    terms: await readTermsText(work, shop.language),
    shop: await buildLetterhead(work, shop.language, work.link('/')),
  }
}

/** The uploaded files that the cart's selections refer to. */
async function loadCartUploads({ work, sold }: SettledCart): Promise<readonly UploadNames[]> {
  const uploadNames: UploadNames[] = []
  for (const { product, state, configuration } of sold) {
    const selections = state.program.questions.map(({ id, index }) => ({ question_id: id, value: state.text[index] ?? null }))
    uploadNames.push(await readUploadNames(work, configuration.id, findUploadIds(product.program, selections)))
  }
  return uploadNames
}

const fileRowColumns = 'name, entity, entity_id, property, original_name, media_type, size, width, height, created'

/** Selects another record's file as a row of this record. */
const selectFileCopy = (entity: string, id: string, property: string): string =>
  `SELECT f.name, ${entity}, ${id}, ${property}, f.original_name, f.media_type, f.size, f.width, f.height, ?`

/** The answer's picker image, else its own image. */
const answerImageCondition = `f.entity = 'answer' AND f.entity_id = c.answer_id AND (f.property = 'picker_image' OR (f.property = 'image'
  AND NOT EXISTS (SELECT 1 FROM svc_files p WHERE p.entity = 'answer' AND p.entity_id = c.answer_id AND p.property = 'picker_image')))`

/**
 * Adds the shop's logo (`logo`) to the document, and to each line the picture of its product (`picture`), of the selected answers
 * (`answer:<id>`) and the uploads of its configuration (`question:<id>`), in at most two statements. Returns the number of added files.
 */
async function freezeFiles(
  { unit, now }: ServiceContext & TransactionContext,
  document: DocumentEntity,
  id: number,
  uploads: readonly string[],
): Promise<number> {
  const { line, config } = documentKinds[document]
  const at = formatIsoTime(now)
  const lines = `FROM ${line.table} l`
  const { affected } = await unit.run(
    `INSERT INTO svc_files (${fileRowColumns})
      ${selectFileCopy('?', 'l.id', "'picture'")} ${lines}
        JOIN svc_files f ON f.entity = 'product' AND f.entity_id = l.product_id AND f.property = 'image' WHERE l.${line.of} = ?
      UNION ALL ${selectFileCopy('?', 'l.id', "CONCAT('answer:', c.answer_id)")} ${lines}
        JOIN ${config.table} c ON c.${config.of} = l.id JOIN svc_files f ON ${answerImageCondition} WHERE l.${line.of} = ?
      UNION ALL ${selectFileCopy('?', '?', "'logo'")} FROM svc_files f WHERE f.entity = 'store' AND f.property = 'logo'`,
    [line.entity, at, id, line.entity, at, id, document, id, at],
  )
  if (uploads.length === 0) return affected
  const list = toInList(uploads)
  const more = await unit.run(
    `INSERT INTO svc_files (${fileRowColumns}) ${selectFileCopy('?', 'l.id', 'f.property')} ${lines}
      JOIN svc_files f ON f.entity = 'configuration' AND f.entity_id = l.configuration_id AND f.name IN ${list.sql}
      WHERE l.${line.of} = ? ORDER BY l.id, f.id`,
    [line.entity, at, ...list.params, id],
  )
  return affected + more.affected
}

interface LineLayers {
  readonly line: number
  /** The lowest first. */
  readonly names: readonly string[]
}

/** Adds the layers of the pictures of the lines (`layer:<n>`), in at most two statements. Returns the number of added files. */
async function freezeLayers(
  { unit, now }: ServiceContext & TransactionContext,
  document: DocumentEntity,
  lines: readonly LineLayers[],
): Promise<number> {
  const names = [...new Set(lines.flatMap((line) => line.names))]
  if (names.length === 0) return 0
  const list = toInList(names)
  const found = await unit.query<{ name: string; media_type: string; size: number; width: number | null; height: number | null }>(
    `SELECT name, MAX(original_name) AS original_name, MAX(media_type) AS media_type, MAX(size) AS size, MAX(width) AS width,
      MAX(height) AS height FROM svc_files WHERE name IN ${list.sql} GROUP BY name`,
    list.params,
  )
  const files = new Map(found.map((file) => [file.name, file]))
  const [entity, created] = [documentKinds[document].line.entity, formatIsoTime(now)]
  const rows = lines.flatMap(({ line, names: layers }) =>
    layers.flatMap((name, index) => {
      const file = files.get(name)
      return file ? [{ ...file, entity, entity_id: line, property: `${layerPrefix}${index}`, created }] : []
    }),
  )
  if (rows.length === 0) return 0
  const columns = Object.keys(rows[0]!)
  const values = rows.flatMap((row) => columns.map((column) => row[column as keyof typeof row]))
  return (await unit.run(insertRows('svc_files', columns, rows.length), values)).affected
}

// The price trace of a document line: the price and weight of one piece, then quantity, currency, discount and tax.

/** The content of a line's `trace` field: how its price and its dispatch were determined. Amounts are decimals, and the parts of each trace line add up to it. */
export interface LineTrace {
  readonly quantity: number
  /** Days until the product is ready to ship. Missing: unknown. */
  readonly dispatch_time?: number
  readonly currency: { readonly code: string; readonly multiplicator: number }
  /** Per piece, in the base currency. */
  readonly price: ExcerptLine
  /** For all pieces, in the document's currency: conversion, share of the discount, and tax. */
  readonly gross: DecimalTraceLine
  readonly recurring?: ExcerptLine
  readonly recurring_gross?: DecimalTraceLine
  /** Per piece. */
  readonly weight: ExcerptLine
}

/** Maximum characters of each of the three trees. Parts that do not fit are merged and still add up. */
const maxTraceCharacters = 40_000

function addTitles(line: TraceLine, titles: ProductTitles): TraceLine {
  const { question_id: question, answer_id: answer, parts } = line
  const title = answer !== undefined ? titles.answers[answer] : question !== undefined ? titles.questions[question] : undefined
  if (!parts) return title === undefined ? line : { ...line, title }
  const within = parts.map((part) => addTitles(part, titles))
  return title === undefined ? { ...line, parts: within } : { ...line, title, parts: within }
}

/** The trace of a line with a new discount. Only the steps from the unit price to the gross change. */
export function updateLineTrace(
  stored: LineTrace,
  own: GoodsPrice,
  terms: { readonly currency: Currency; readonly discountTitle: string | null },
): LineTrace {
  const { quantity, price } = stored
  const gross = traceLine({ kind: price.kind, amount: toAmount(price.amount) }, own, { quantity, ...terms })
  return { ...stored, gross: toDecimalTraceLine(gross) }
}

function buildLineTrace(
  { state, product, position: { quantity } }: SettledPosition,
  priced: DocumentLinePrice,
  { discount, recurringDiscount }: PricedDocument,
  { currency, language, prices: entry }: Shop,
): LineTrace {
  const titles = getProductTitles(product, language)
  const [price, recurring, weight] = [traceMeasure(state, 0), traceMeasure(state, 1), traceMeasure(state, 2)]
  const toCompactLine = (line: TraceLine): ExcerptLine =>
    compactTrace(toDecimalTraceLine(addTitles(line, titles)), maxTraceCharacters, undefined)
  const grossOf = ({ kind, amount }: TraceLine, own: GoodsPrice, discountTitle: string | null): DecimalTraceLine =>
    toDecimalTraceLine(traceLine({ kind, amount }, own, { quantity, currency, entry, discountTitle }))
  return {
    quantity,
    dispatch_time: product.dispatchTime,
    currency: { code: currency.code, multiplicator: currency.multiplicator },
    price: toCompactLine(price),
    gross: grossOf(price, priced, discount?.title ?? null),
    ...(product.program.source.use_recurring_pricing && {
      recurring: toCompactLine(recurring),
      recurring_gross: grossOf(recurring, priced.recurring, recurringDiscount?.title ?? null),
    }),
    weight: toCompactLine(weight),
  }
}

/** Maximum length of a title, in characters. */
const maxTitleLength = 255

function toRecurringFields(recurring: GoodsPrice, interval: string) {
  const { net, tax, gross } = toAmountReply(recurring)
  return {
    recurring_net_before_discount: fromAmount(recurring.netBeforeDiscount),
    recurring_net: net,
    recurring_tax: tax,
    recurring_gross: gross,
    recurring_tax_rate: recurring.rate,
    recurring_interval: interval,
  }
}

/** All fields except the id of the document. */
function toFrozenLineFields(settled: SettledPosition, priced: DocumentLinePrice, document: PricedDocument, shop: Shop) {
  const { state, product, position, configuration } = settled
  const titles = getProductTitles(product, shop.language)
  return {
    product_id: configuration.product_id,
    configuration_id: configuration.id,
    title: titles.product.slice(0, maxTitleLength),
    sku: product.sku,
    quantity: position.quantity,
    unit_net: fromAmount(computeUnitTotals(state).net),
    net_before_discount: fromAmount(priced.netBeforeDiscount),
    ...toAmountReply(priced),
    tax_rate: priced.rate,
    ...toRecurringFields(priced.recurring, product.program.source.use_recurring_pricing ? titles.interval : ''),
    weight: fromAmount(computePositionWeight(settled)),
    note: position.note,
    trace: buildLineTrace(settled, priced, document, shop),
  }
}

/** A question's contribution to one piece: its price or recurring price in the base currency, or its weight. */
function computeContribution(state: ConfigurationState, question: number, figure: 0 | 1 | 2): number {
  return fromAmount(toAmount(state.value(measureNode(state.program, question, figure))) || 0)
}

/**
 * The selections of a line, in page and question order. Together with the product's base, their nets add up to the line's unit_net. The
 * same holds for their recurring nets and weights per piece.
 */
function toFrozenConfigFields({ state, product }: SettledPosition, { language }: Shop, uploads: UploadNames) {
  const { program } = state
  const titles = getProductTitles(product, language)
  return listOptions(state, product, titles, uploads).map((option, index) => {
    const { index: question, type } = program.questions[program.questionIndex.get(option.question_id)!]!
    const answers = type.takesAnswers ? option.value.split(',') : []
    const isTitle = type.takesAnswers && option.text.length <= maxTitleLength
    const unit = type.takesAnswers || uploads.has(option.value) ? '' : (titles.units[option.question_id] ?? '')
    return {
      question_id: option.question_id,
      question_title: option.question.slice(0, maxTitleLength),
      answer_id: answers.length === 1 ? Number(answers[0]) : null,
      answer_title: isTitle ? option.text : '',
      entry: isTitle ? '' : unit === '' ? option.text : (formatSelection(state, question, option.value) ?? option.value),
      unit,
      net: computeContribution(state, question, 0),
      recurring_net: program.source.use_recurring_pricing ? computeContribution(state, question, 1) : 0,
      weight: computeContribution(state, question, 2),
      ordering: index + 1,
    }
  })
}

/**
 * Stores the lines, selections, files and tax rates of an order or quote that has none yet. Returns the parts that are known without
 * reading, and the fields of the record. The caller writes these fields in the same unit, together with the customer's. INTERNAL_ERROR, and
 * nothing stored, if the amounts do not add up.
 */
export async function freezeDocument(
  work: ServiceContext & TransactionContext,
  entity: DocumentEntity,
  id: number,
  frozen: FreezeInput,
): Promise<FrozenParts & { readonly header: FrozenHeader }> {
  const { settled, priced } = frozen
  const { sold, shop } = settled
  const kind = documentKinds[entity]
  const header = await buildHeader(frozen)
  const lines = sold.map((position, index) => toFrozenLineFields(position, priced.lines[index]!, priced, shop))
  const rates = toRateFields(priced)
  requireBalance(header, lines, rates)
  const toParts = <Fields>(parts: readonly Fields[]) => parts.map((fields) => ({ parent: id, fields }))
  const [storedLines, storedRates, uploads] = await Promise.all([
    kind.line.store(work, toParts(lines)),
    kind.rate.store(work, toParts(rates)),
    loadCartUploads(settled),
  ])
  const configs = sold.flatMap((position, index) => {
    const { id: parent } = storedLines[index]!
    return toFrozenConfigFields(position, shop, uploads[index]!).map((fields) => ({ parent, fields }))
  })
  const config = await kind.config.store(work, configs)
  const uploaded = uploads.flatMap((names) => [...names.keys()])
  const layers = sold.map(({ state, product }, index) => ({
    line: storedLines[index]!.id,
    names: product.layers === null ? [] : listPictureLayers(state, product),
  }))
  const files = (await hasFiles(settled, uploaded))
    ? (await freezeFiles(work, entity, id, uploaded)) + (await freezeLayers(work, entity, layers))
    : 0
  return { header, lines: storedLines, config, rates: storedRates, mayHaveFiles: files > 0 }
}

/** False if no sold product has a picture, the shop has no logo and nothing was uploaded. The file queries are skipped then. */
async function hasFiles({ work, sold }: SettledCart, uploaded: readonly string[]): Promise<boolean> {
  if (uploaded.length > 0 || sold.some(({ product }) => product.isPictured)) return true
  return (await work.records(store)).some(({ logo }) => logo)
}
