// Raises or lowers the prices of products and answers by a percentage or an amount and rounds them, in one transaction.
import { AmountOverflow, fromAmount, toSafeAmount, toScaledInteger } from '../engine/money/amount.js'
import { canRoundTo, type PriceRounding, type RoundingDirection } from '../engine/money/price-change.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { Turn } from '../foundation/long-work.js'
import { createLabel, createMessage } from '../foundation/message.js'
import { Refusal } from '../foundation/property/kind.js'
import { entities } from '../model/entities/index.js'
import { boolean } from '../model/properties/boolean.js'
import { dropdown } from '../model/properties/dropdown.js'
import type { GroupPrice } from '../model/properties/group-price.js'
import { json, type JsonContent } from '../model/properties/json.js'
import { decimal } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import type { UnitRecords } from '../storage/records.js'
import { ServiceContext } from '../storage/service-context.js'
import { createIdListContent, dryRunArgument, suggestProductStep } from './arguments.js'
import {
  type CollectedPrices,
  collectPrices,
  createStateDigest,
  maximumPrices,
  type RecordPrice,
  type PriceKind,
  priceKinds,
  type PriceRequest,
  type TableEntry,
  toOverridesField,
} from './collect-prices.js'
import { type ActionScope, defineAction } from './define-action.js'

/** `negative`: below 0 and was not before. `zero`: rounded to 0. `unchanged`: the rounding gives the old price. */
type PriceFinding = 'negative' | 'unchanged' | 'zero'

interface PriceRow {
  readonly entity: 'answer' | 'product'
  readonly id: number
  readonly field: string
  readonly product_id: number
  readonly product: string
  readonly question: string | null
  readonly answer: string | null
  /** The customer group of a group price. */
  readonly group: string | null
  readonly old: number
  readonly new: number
  readonly difference: number
  readonly finding: PriceFinding | null
}

interface PriceTableRow {
  readonly calculation_id: number
  readonly name: string
  readonly product_id: number
  readonly product: string
  readonly prices: number
  /** The old and new value of the cell with the lowest old price. */
  readonly lowest: readonly [before: number, after: number]
  readonly highest: readonly [before: number, after: number]
  /** The number of prices with each finding. */
  readonly findings: Readonly<Partial<Record<PriceFinding, number>>>
}

interface CalculationRow {
  readonly id: number
  readonly name: string
  readonly product_id: number
  readonly product: string
}

/** A changed record with its revision after the change and the values before it. */
interface ChangedPriceRecord {
  readonly entity: string
  readonly id: number
  readonly revision: number
  readonly before: Readonly<Record<string, unknown>>
}

export interface PriceChangeReport {
  /** The number of prices with a new value, cells of price tables included. */
  readonly changed: number
  /** The number of prices that the rounding leaves at their old value. */
  readonly unchanged: number
  /** The number of prices that are 0. They stay 0. */
  readonly zeros: number
  /** The number of former prices that would be negative. They prevent the change. */
  readonly refused: number
  /** Identifies the old and new prices, for the argument `expected`. */
  readonly state: string
  readonly omitted: {
    readonly group_prices: number
    /** Price calculations that do not change, for a dry run. */
    readonly calculations: readonly CalculationRow[]
  }
  readonly dry_run?: true
  /** For a dry run. */
  readonly prices?: readonly PriceRow[]
  /** For a dry run: price tables that change. */
  readonly tables?: readonly PriceTableRow[]
  /** For a change. */
  readonly records?: readonly ChangedPriceRecord[]
}

const kindsContent: JsonContent<readonly PriceKind[], null> = {
  schema: { type: 'array', items: { type: 'string', enum: priceKinds } },
  typeText: `readonly (${priceKinds.map((kind) => `'${kind}'`).join(' | ')})[]`,
  empty: null,
  example: '["base", "answer"]',
  prepare: (value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value),
  validate: (value, { label }) =>
    Array.isArray(value) && value.every((kind) => (priceKinds as readonly unknown[]).includes(kind))
      ? []
      : [new Refusal(createMessage('fields.choiceListRequired', { field: createLabel('field', label), choices: priceKinds }))],
}

const percentRange = { least: -100, most: 1_000 }

const idsArgument = (label: string, help: string) => json(label, { content: createIdListContent(maximumPrices), help })

/** `percent` or `amount` as a decimal with four places. */
const toScaled = (value: number | undefined): bigint | null => (value === undefined ? null : toScaledInteger(value, 4))

function findFinding(before: bigint, after: bigint): PriceFinding | null {
  if (after < 0n && before > 0n) return 'negative'
  if (after === 0n) return 'zero'
  return after === before ? 'unchanged' : null
}

/** The price in units. VALIDATION_FAILED if it is too large to be stored exactly. */
function toPrice(scaled: bigint): number {
  try {
    return fromAmount(toSafeAmount(scaled))
  } catch (error) {
    if (error instanceof AmountOverflow) throw ValidationError.of('prices', createMessage('errors.priceTooLarge'))
    throw error
  }
}

const formerPrices: ReadonlySet<string> = new Set(['was_price', 'was_price_recurring'])
const isRefused = ({ field, after }: RecordPrice): boolean => formerPrices.has(field) && after < 0n

async function requireRounding(work: ServiceContext, rounding: PriceRounding): Promise<void> {
  const base = (await work.records(entities.currency)).find((currency) => currency.is_base === true)
  if (!base || canRoundTo(rounding, base.decimals ?? 2)) return
  throw ValidationError.of(
    'rounding',
    createMessage('errors.roundingTooFine', { currency: base.code, decimals: base.decimals ?? 2 }),
  )
}

function summarize(collected: CollectedPrices): Omit<PriceChangeReport, 'omitted'> {
  const values = [...collected.entries, ...collected.tables.flatMap(({ cells }) => cells)]
  const changed = values.filter(({ before, after }) => before !== after).length
  return {
    changed,
    unchanged: values.length - changed,
    zeros: collected.zeros,
    refused: collected.entries.filter(isRefused).length,
    state: createStateDigest(collected),
  }
}

function toTableRow({ calculation, cells }: TableEntry, product: string): PriceTableRow {
  const findings: Partial<Record<PriceFinding, number>> = {}
  for (const { before, after } of cells) {
    const finding = findFinding(before, after)
    if (finding) findings[finding] = (findings[finding] ?? 0) + 1
  }
  const sorted = cells.toSorted((a, b) => (a.before < b.before ? -1 : a.before > b.before ? 1 : 0))
  const toPair = (cell: (typeof cells)[number]) => [toPrice(cell.before), toPrice(cell.after)] as const
  return {
    calculation_id: calculation.id,
    name: calculation.name,
    product_id: calculation.productId,
    product,
    prices: cells.length,
    lowest: toPair(sorted[0]!),
    highest: toPair(sorted.at(-1)!),
    findings,
  }
}

/** By product: first its own prices, then the prices of its answers by question. */
const compareEntries = (a: RecordPrice, b: RecordPrice): number =>
  a.productId - b.productId || (a.questionId ?? 0) - (b.questionId ?? 0) || a.record.id - b.record.id

/** The plan, with the titles of the records. */
async function previewPrices(context: ActionScope['context'], request: PriceRequest): Promise<PriceChangeReport> {
  const work = await new ServiceContext(context).at()
  await requireRounding(work, request.change.rounding)
  const { languages } = work.versionedSnapshot.snapshot
  const collected = await collectPrices(work, request, languages)
  const groupIds = [...new Set(collected.entries.flatMap(({ groupId }) => groupId ?? []))]
  const groups = await work.list(entities.customerGroup, { column: 'id', values: groupIds }, languages)
  const groupTitles = new Map(groups.map(({ id, values }) => [id, values.title]))
  const toTitle = (records: CollectedPrices['products'], id: number): string => String(records.get(id)?.values['title'] ?? '')
  const toRow = ({ entity, record, field, productId, questionId, groupId, before, after }: RecordPrice): PriceRow => ({
    entity,
    id: record.id,
    field,
    product_id: productId,
    product: toTitle(collected.products, productId),
    question: questionId === null ? null : toTitle(collected.questions, questionId),
    answer: entity === 'answer' ? String(record.values['title'] ?? '') : null,
    group: groupId === null ? null : (groupTitles.get(groupId) ?? ''),
    old: toPrice(before),
    new: toPrice(after),
    difference: toPrice(after - before),
    finding: findFinding(before, after),
  })
  return {
    ...summarize(collected),
    omitted: {
      group_prices: collected.omittedGroupPrices,
      calculations: collected.omittedCalculations.map(({ id, name, productId }) => ({
        id,
        name,
        product_id: productId,
        product: toTitle(collected.products, productId),
      })),
    },
    dry_run: true,
    prices: collected.entries.toSorted(compareEntries).map(toRow),
    tables: collected.tables
      .filter(({ cells }) => cells.length > 0)
      .map((table) => toTableRow(table, toTitle(collected.products, table.calculation.productId))),
  }
}

/** The fields of a record that change, with their values before and after. */
interface RecordChange {
  readonly entity: string
  readonly record: RecordPrice['record']
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
}

/** Groups the new prices by record, so each record is written once. */
function toRecordChanges({ entries, tables }: CollectedPrices): readonly RecordChange[] {
  const changes = new Map<RecordPrice['record'], RecordChange>()
  for (const { entity, record, field, groupId, before, after } of entries) {
    if (before === after) continue
    const change = changes.get(record) ?? { entity, record, before: {}, after: {} }
    changes.set(record, change)
    const name = groupId === null ? field : toOverridesField(field)
    change.before[name] = record.values[name]
    const price = toPrice(after)
    const groupPrices = (change.after[name] ?? change.before[name]) as readonly GroupPrice[]
    change.after[name] =
      groupId === null ? price : groupPrices.map((pair) => (pair.customer_group_id === groupId ? { ...pair, price } : pair))
  }
  for (const { matrix, cells } of tables) {
    const values = new Map(cells.flatMap(({ cell, before, after }) => (before === after ? [] : [[cell, String(toPrice(after))]])))
    if (values.size === 0) continue
    const before = matrix.values['cells'] as readonly TableEntry['cells'][number]['cell'][]
    const after = before.map((cell) => ({ ...cell, value: values.get(cell) ?? cell.value }))
    changes.set(matrix, { entity: 'calculation-matrix', record: matrix, before: { cells: before }, after: { cells: after } })
  }
  return [...changes.values()]
}

async function applyPrices(
  { context, settle }: ActionScope,
  records: UnitRecords,
  request: PriceRequest,
  expected: string | undefined,
): Promise<PriceChangeReport> {
  const work = await new ServiceContext(context, { unit: records.unitOfWork }).at()
  await requireRounding(work, request.change.rounding)
  const collected = await collectPrices(work, request, [])
  const summary = summarize(collected)
  if (expected !== undefined && expected !== summary.state)
    throw new ServiceError('PRECONDITION_FAILED', createMessage('errors.pricesChanged'))
  if (summary.refused > 0) throw ValidationError.of('prices', createMessage('errors.formerPriceNegative'))
  const changedRecords: ChangedPriceRecord[] = []
  const turn = new Turn()
  for (const { entity, record, before, after } of toRecordChanges(collected)) {
    if (turn.isOver) await turn.pause()
    await records.write(entity, after, { id: record.id, revision: record.revision })
    changedRecords.push({ entity, id: record.id, revision: record.revision + 1, before })
  }
  const omitted = { group_prices: collected.omittedGroupPrices, calculations: [] }
  const output = { ...summary, omitted, records: changedRecords }
  await settle(records.unitOfWork, output)
  return output
}

export const changePrices = defineAction({
  name: 'change-prices',
  description:
    'Raises or lowers many prices by a percentage or an amount and rounds them, all or nothing; call it with dry_run first. ' +
    `Changes the prices of products, of all their answers, or of single answers, at most ${maximumPrices} at once. ` +
    'Prices of 0 stay 0.',
  input: {
    product_ids: idsArgument('Product ids', 'The ids of products. Their answers are included.'),
    product_list_ids: idsArgument('Product list ids', 'The ids of product lists. All their products are included.'),
    answer_ids: idsArgument('Answer ids', 'The ids of single answers.'),
    prices: json('Prices', {
      content: kindsContent,
      help: 'The prices to change: base, recurring_base, answer, recurring_answer, former.',
    }),
    percent: decimal('Percent', { help: 'The change in percent, from -100 to 1000. Instead of an amount.' }),
    amount: decimal('Amount', { help: 'The change in the base currency: 1.5 or -0.2. Instead of percent.' }),
    rounding: dropdown('Rounding', {
      choices: {
        none: 'None',
        to_0_01: 'To 0.01',
        to_0_05: 'To 0.05',
        to_0_10: 'To 0.10',
        to_0_50: 'To 0.50',
        to_1: 'To 1.00',
        ends_90: 'Ends in .90',
        ends_95: 'Ends in .95',
        ends_99: 'Ends in .99',
      } satisfies Readonly<Record<PriceRounding, string>>,
      help: 'none (the default: four decimal places), to_0_01, to_0_05, to_0_10, to_0_50, to_1, ends_90, ends_95 or ends_99.',
    }),
    direction: dropdown('Direction', {
      choices: { nearest: 'Nearest', up: 'Up', down: 'Down' } satisfies Readonly<Record<RoundingDirection, string>>,
      help: 'nearest (the default), up or down.',
    }),
    group_prices: boolean('Group prices', { help: 'True: also changes the prices by customer group.' }),
    price_tables: boolean('Price tables', { help: 'True: also changes the price tables of questions and answers.' }),
    expected: string('Expected state', { help: 'The state of a dry run. Refused if a price was changed since.' }),
    dry_run: dryRunArgument('True: reports the old and new prices and changes nothing.'),
  },
  // Not a tool: assistants change prices with sheets and updates, and each tool lengthens every conversation.
  tool: false,
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['catalog:write'] },
  repeatable: true,
  command: 'svc:prices:change',
  example: { prices: ['base', 'answer'], product_ids: [1], percent: 3, rounding: 'to_0_10', dry_run: true },
  nextStep: suggestProductStep,
  async run(scope, input): Promise<PriceChangeReport> {
    const { percent, amount, rounding = 'none', direction = 'nearest', dry_run = false } = input
    if ((percent === undefined) === (amount === undefined))
      throw ValidationError.of('percent', createMessage('errors.percentOrAmount'))
    if (percent !== undefined && !(percent >= percentRange.least && percent <= percentRange.most))
      throw ValidationError.of('percent', createMessage('errors.percentOutOfRange', percentRange), 'OUT_OF_RANGE')
    const request: PriceRequest = {
      productIds: input.product_ids ?? [],
      listIds: input.product_list_ids ?? [],
      answerIds: input.answer_ids ?? [],
      kinds: new Set(input.prices ?? []),
      groupPrices: input.group_prices ?? false,
      priceTables: input.price_tables ?? false,
      change: { percent: toScaled(percent), amount: toScaled(amount), rounding, direction },
    }
    if (request.productIds.length + request.listIds.length + request.answerIds.length === 0)
      throw ValidationError.of('product_ids', createMessage('errors.pricesOfNothing'))
    if (request.kinds.size === 0 && !request.priceTables)
      throw ValidationError.of('prices', createMessage('errors.priceKindsRequired'))
    if (dry_run) return previewPrices(scope.context, request)
    return scope.records.unit((records) => applyPrices(scope, records, request, input.expected))
  },
})
