// Changes the base currency: converts all amounts that are entered in it, or refuses with reasons, and restores them exactly.
import { toSafeAmount, AmountOverflow, fromAmount, toScaledInteger, divideRounded } from '../engine/money/amount.js'
import { changePrice, type PriceRounding, priceRoundings } from '../engine/money/price-change.js'
import { sha256 } from '../foundation/digest.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { Turn } from '../foundation/long-work.js'
import { createMessage } from '../foundation/message.js'
import { entities } from '../model/entities/index.js'
import type { UnitRecords } from '../storage/records.js'
import { ServiceContext, type TransactionContext } from '../storage/service-context.js'
import { splitIntoPortions } from '../storage/database/dialect.js'
import type { Context } from '../storage/context.js'
import { type ConvertedField, type ConversionObstacle, AmountReader } from './amount-reader.js'

/** The names of the roundings. */
export const offeredRoundings = Object.keys(priceRoundings) as readonly PriceRounding[]

const ratePlaces = 8

const rateScale = 10n ** BigInt(ratePlaces)

export interface BaseCurrencyRequest {
  /** The new base currency. */
  readonly currencyId: number
  /** False: amounts keep their numbers. The factors change in both cases, so the rates between the currencies stay the same. */
  readonly converts: boolean
  /** Units of the new base currency per unit of the current one. Default: the factor of the currency. */
  readonly rate?: number
  readonly rounding: PriceRounding
}

export interface BaseCurrencyPlan {
  readonly from: string
  readonly to: string
  readonly rate: number
  readonly fields: readonly ConvertedField[]
  readonly obstacles: readonly ConversionObstacle[]
  readonly factors: readonly {
    readonly id: number
    readonly code: string
    readonly before: number
    readonly after: number
    /** True for the base currencies and for currencies of shoppers. */
    readonly isUsed: boolean
  }[]
  /** Identifies the amounts and factors before the change. */
  readonly state: string
}

/** Everything that restores the state before the change, in the order of the writes. */
export interface BaseCurrencyRestoration {
  /** Identifies the amounts and factors after the change. */
  readonly state: string
  readonly records: readonly {
    readonly entity: string
    readonly id: number
    readonly before: Readonly<Record<string, unknown>>
  }[]
}

interface CurrencyFactor {
  readonly id: number
  readonly code: string
  readonly revision: number
  readonly multiplicator: number
  readonly isBase: boolean
  readonly isPublished: boolean
}

async function readCurrencies(work: ServiceContext): Promise<readonly CurrencyFactor[]> {
  return (await work.list(entities.currency)).map(({ id, revision, values }) => ({
    id,
    revision,
    code: values.code,
    multiplicator: values.multiplicator,
    isBase: values.is_base === true,
    isPublished: values.published === true || values.is_default === true,
  }))
}

/** Identifies all amounts and factors. */
function createStateDigest(fields: readonly ConvertedField[], currencies: readonly CurrencyFactor[]): string {
  const amounts = fields.map(({ entity, id, field, before }) => [entity, id, field, before])
  return sha256(JSON.stringify([amounts, currencies.map(({ id, multiplicator, isBase }) => [id, multiplicator, isBase])]))
}

async function readState(work: ServiceContext): Promise<string> {
  const reader = new AmountReader(work, (amount) => amount, 1)
  await reader.read()
  return createStateDigest(reader.fields, await readCurrencies(work))
}

/** The amounts, factors and obstacles of a change. VALIDATION_FAILED for the current base currency and for an invalid rate. */
export async function planBaseCurrency(
  work: ServiceContext,
  { currencyId, converts, rate: sentRate, rounding }: BaseCurrencyRequest,
): Promise<BaseCurrencyPlan & { readonly currencies: readonly CurrencyFactor[] }> {
  const currencies = await readCurrencies(work)
  const base = currencies.find(({ isBase }) => isBase)
  const target = currencies.find(({ id }) => id === currencyId)
  if (!base || !target || base === target) throw ValidationError.of('currency_id', createMessage('errors.otherCurrencyRequired'))
  const rate = sentRate ?? target.multiplicator / base.multiplicator
  const scaledRate = toScaledInteger(Number.isFinite(rate) ? rate : 0, ratePlaces)
  if (scaledRate <= 0n) throw ValidationError.of('rate', createMessage('errors.rateRequired'), 'OUT_OF_RANGE')
  const convert = (amount: number): number => {
    if (!converts) return amount
    const change = { percent: null, amount: null, factor: scaledRate, rounding, direction: 'nearest' } as const
    return fromAmount(toSafeAmount(changePrice(toScaledInteger(amount, 4), change)))
  }
  const reader = new AmountReader(work, convert, Number(scaledRate) / Number(rateScale))
  try {
    await reader.read()
  } catch (error) {
    if (error instanceof AmountOverflow) throw ValidationError.of('rate', createMessage('errors.priceTooLarge'))
    throw error
  }
  const factors = currencies.map(({ id, code, multiplicator, isPublished }) => {
    const factor = divideRounded(toScaledInteger(multiplicator, ratePlaces) * rateScale, scaledRate)
    const converted = id === target.id ? 1 : Number(factor > 0n ? factor : 1n) / Number(rateScale)
    const isUsed = isPublished || id === base.id || id === target.id
    return { id, code, before: multiplicator, after: converted, isUsed }
  })
  return {
    from: base.code,
    to: target.code,
    rate: Number(scaledRate) / Number(rateScale),
    fields: converts ? reader.fields : [],
    obstacles: converts ? reader.obstacles : [],
    factors,
    state: createStateDigest(reader.fields, currencies),
    currencies,
  }
}

/** The fields of each record, so each record is written once. */
function groupByRecord(fields: readonly ConvertedField[]): readonly (readonly ConvertedField[])[] {
  const groups = new Map<string, ConvertedField[]>()
  for (const field of fields) {
    const key = `${field.entity} ${field.id}`
    groups.set(key, [...(groups.get(key) ?? []), field])
  }
  return [...groups.values()]
}

/** Carts compare with the price that the shopper saw last. It is in the former base currency, so it would look like a new price. */
async function forgetDisplayedPrices(work: ServiceContext & TransactionContext): Promise<void> {
  const carts = await work.list(entities.cart, { column: 'state', values: ['open'] })
  const turn = new Turn()
  for (const values of splitIntoPortions(carts.map(({ id }) => id)).filter((ids) => ids.length > 0))
    for (const { id, values: position } of await work.list(entities.cartPosition, { column: 'cart_id', values })) {
      if (turn.isOver) await turn.pause()
      if (position.unit_net !== null || position.unit_recurring !== null)
        await work.write(entities.cartPosition, { unit_net: null, unit_recurring: null }, { id })
    }
}

/**
 * Changes the base currency in the open unit.
 * @param expected the state of the plan that the caller has seen. PRECONDITION_FAILED if an amount or factor was changed since.
 */
export async function changeBaseCurrency(
  context: Context,
  records: UnitRecords,
  request: BaseCurrencyRequest,
  expected: string | undefined,
): Promise<{ readonly plan: BaseCurrencyPlan; readonly restoration: BaseCurrencyRestoration }> {
  const work = await new ServiceContext(context).within(records.unitOfWork).at()
  const { currencies, ...plan } = await planBaseCurrency(work, request)
  if (expected !== undefined && expected !== plan.state)
    throw new ServiceError('PRECONDITION_FAILED', createMessage('errors.amountsChanged'))
  if (plan.obstacles.length > 0) throw ValidationError.of('currency_id', createMessage('errors.amountsNotConvertible'))
  const { name: currencyEntity } = entities.currency
  const [base, target] = [currencies.find(({ isBase }) => isBase)!, currencies.find(({ id }) => id === request.currencyId)!]
  const restored: BaseCurrencyRestoration['records'][number][] = [
    { entity: currencyEntity, id: base.id, before: { is_base: true } },
  ]
  const turn = new Turn()
  for (const group of groupByRecord(plan.fields)) {
    if (turn.isOver) await turn.pause()
    const { entity, id, revision } = group[0]!
    const pick = (side: 'after' | 'before') => Object.fromEntries(group.map((part) => [part.field, part[side]]))
    const [before, after] = [pick('before'), pick('after')]
    if (JSON.stringify(before) === JSON.stringify(after)) continue
    await records.write(entity, after, { id, revision })
    restored.push({ entity, id, before })
  }
  await work.write(entities.currency, { is_base: true }, { id: target.id, revision: target.revision })
  for (const { id, before, after } of plan.factors.filter((factor) => factor.before !== factor.after)) {
    await records.write(currencyEntity, { multiplicator: after }, { id })
    restored.push({ entity: currencyEntity, id, before: { multiplicator: before } })
  }
  await forgetDisplayedPrices(work)
  return { plan, restoration: { state: await readState(work), records: restored } }
}

/** Restores all amounts and factors exactly, or throws PRECONDITION_FAILED if one of them was changed since. */
export async function restoreBaseCurrency(
  context: Context,
  records: UnitRecords,
  { state, records: restored }: BaseCurrencyRestoration,
): Promise<void> {
  const work = await new ServiceContext(context).within(records.unitOfWork).at()
  if ((await readState(work)) !== state) throw new ServiceError('PRECONDITION_FAILED', createMessage('errors.amountsChanged'))
  const turn = new Turn()
  for (const { entity, id, before } of restored) {
    if (turn.isOver) await turn.pause()
    if (before['is_base'] === true) await work.write(entities.currency, { is_base: true }, { id })
    else await records.write(entity, before, { id })
  }
  await forgetDisplayedPrices(work)
}
