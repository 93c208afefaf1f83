// Changes the base currency: converts all amounts that are entered in it, or refuses with reasons, and restores them exactly.
import { toSafeAmount, AmountOverflow, fromAmount, toScaledInteger, divideRounded } from '../engine/money/amount.js'
import { changePrice, type PriceRounding, priceRoundings } from '../engine/money/price-change.js'
import { toAuthoredTerms } from '../engine/calculation/formula-authoring.js'
import { sha256 } from '../foundation/digest.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { isObject } from '../foundation/json.js'
import { Turn } from '../foundation/long-work.js'
import { createMessage } from '../foundation/message.js'
import type { Property } from '../foundation/property/kind.js'
import type { StoredCell } from '../model/entities/catalog/calculation-matrix.js'
import type { Entity } from '../model/entity/define.js'
import type { JoinOptions } from '../model/entity/ownership.js'
import { entities } from '../model/entities/index.js'
import type { UnitRecords } from '../storage/records.js'
import type { LoadedRecord } from '../storage/record/load.js'
import { ServiceContext, type TransactionContext } from '../storage/service-context.js'
import { splitIntoPortions } from '../storage/database/dialect.js'
import type { Context } from '../storage/context.js'

/** Maximum number of amounts in one conversion. */
const maximumAmounts = 20_000
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

/** A field of a record with amounts, before and after the change. `amounts` has each amount of the field. */
export interface ConvertedField {
  readonly entity: string
  readonly id: number
  readonly revision: number
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  readonly amounts: readonly (readonly [before: number, after: number])[]
}

/** Why amounts cannot be converted: something computes or compares amounts in a way that a rate alone does not convert. */
export interface ConversionObstacle {
  readonly reason: 'code' | 'formula' | 'rule' | 'table'
  /** The record to open. */
  readonly entity: string
  readonly id: number
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

/** True if the property has an amount in this record. */
function hasAmount({ inBaseCurrency }: Property, values: LoadedRecord['values']): boolean {
  if (inBaseCurrency === undefined || inBaseCurrency === true) return inBaseCurrency === true
  return (inBaseCurrency.values as readonly unknown[]).includes(values[inBaseCurrency.property])
}

const listAmountProperties = (entity: Entity): readonly Property[] =>
  Object.values(entity.properties).filter(({ inBaseCurrency, kind }) => inBaseCurrency !== undefined && kind.mapAmounts)

/** Properties that reference the calculation of an amount. */
const listPriceReferences = (entity: Entity): readonly Property[] =>
  Object.values(entity.properties).filter(
    ({ inBaseCurrency, kind }) => inBaseCurrency === true && !kind.mapAmounts && kind.references !== undefined,
  )

/** True if a rule, formula or code reads prices. Values are not searched: they may be texts of a shopper. */
function readsPrices(value: unknown): boolean {
  if (typeof value === 'string') {
    try {
      return /^\s*[[{]/.test(value) && readsPrices(JSON.parse(value))
    } catch {
      return false
    }
  }
  if (Array.isArray(value)) return value.some(readsPrices)
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, part]) =>
    typeof part === 'string' ? key !== 'value' && /price/i.test(part) : readsPrices(part),
  )
}

/** Reads all amounts, and the calculations behind prices. */
class AmountReader {
  readonly fields: ConvertedField[] = []
  readonly obstacles: ConversionObstacle[] = []
  private count = 0

  constructor(
    private readonly work: ServiceContext,
    private readonly convert: (amount: number) => number,
    private readonly rate: number,
  ) {}

  private get entities(): Iterable<Entity> {
    return this.work.context.registry.entities.values()
  }

  private convertAmount(amounts: [number, number][], amount: number): number {
    const after = this.convert(amount)
    amounts.push([amount, after])
    this.count += 1
    if (this.count > maximumAmounts)
      throw ValidationError.of('currency_id', createMessage('errors.tooManyAmounts', { most: maximumAmounts }))
    return after
  }

  private add(
    entity: string,
    { id, revision }: LoadedRecord,
    field: string,
    before: unknown,
    map: (change: (amount: number) => number) => unknown,
  ): void {
    const amounts: [number, number][] = []
    const after = map((amount) => this.convertAmount(amounts, amount))
    if (amounts.length > 0) this.fields.push({ entity, id, revision, field, before, after, amounts })
  }

  async read(): Promise<void> {
    const prices = new Set<number>()
    for (const entity of this.entities) {
      const amounts = listAmountProperties(entity)
      const references = listPriceReferences(entity)
      const rules = Object.values(entity.properties).filter(({ kind }) => kind.control === 'rule')
      if (amounts.length + references.length + rules.length === 0) continue
      for (const record of await this.work.list(entity.name)) {
        for (const property of amounts) {
          const value = record.values[property.name]
          if (value === null || value === undefined || !hasAmount(property, record.values)) continue
          this.add(entity.name, record, property.name, value, (change) => property.kind.mapAmounts!(value, change))
        }
        for (const id of this.listCalculations(references, record)) prices.add(id)
        if (rules.some(({ name }) => readsPrices(record.values[name])))
          this.obstacles.push({ reason: 'rule', entity: entity.name, id: record.id })
      }
    }
    await this.readCalculations(prices)
  }

  /** The ids of the calculations that the properties of a record reference. */
  private listCalculations(properties: readonly Property[], { values }: LoadedRecord): readonly number[] {
    return properties.flatMap((property) => {
      const value = values[property.name]
      if (value === null || value === undefined) return []
      const references = property.kind.references!(value, property, this.work.context.registry)
      return references.filter(({ entity }) => entity === entities.calculation.name).map(({ id }) => id)
    })
  }

  /** The calculations that something other than a price uses: weights, limits, other calculations. */
  private async findOtherUses(): Promise<ReadonlySet<number>> {
    const used = new Set<number>()
    for (const entity of this.entities) {
      const properties = Object.values(entity.properties).filter(
        ({ kind, inBaseCurrency, options }) =>
          inBaseCurrency === undefined && kind.referenceTargets !== undefined && (options as Partial<JoinOptions>).owner !== true,
      )
      const targeting = properties.filter((property) =>
        property.kind.referenceTargets!(property).includes(entities.calculation.name),
      )
      if (targeting.length === 0) continue
      for (const record of await this.work.list(entity.name))
        for (const id of this.listCalculations(targeting, record)) used.add(id)
    }
    return used
  }

  private async readCalculations(prices: ReadonlySet<number>): Promise<void> {
    const { registry } = this.work.context
    const otherUses = await this.findOtherUses()
    const toId = ({ values }: LoadedRecord): number => Number(values['calculation_id'])
    for (const code of await this.work.list(entities.calculationCode.name)) {
      const calculation = toId(code)
      if (prices.has(calculation) || /Price|Total/.test(String(code.values['code'])))
        this.obstacles.push({ reason: 'code', entity: entities.calculation.name, id: calculation })
    }
    for (const matrix of await this.work.list(entities.calculationMatrix.name)) {
      const calculation = toId(matrix)
      if (!prices.has(calculation)) continue
      if (otherUses.has(calculation)) this.obstacles.push({ reason: 'table', entity: entities.calculation.name, id: calculation })
      const cells = matrix.values['cells'] as readonly StoredCell[]
      this.add(entities.calculationMatrix.name, matrix, 'cells', cells, (change) =>
        cells.map((cell) => ({ ...cell, value: String(change(Number(cell.value))) })),
      )
    }
    for (const formula of await this.work.list(entities.calculationFormula.name)) {
      const calculation = toId(formula)
      const stored = formula.values['terms']
      if (!prices.has(calculation)) {
        if (readsPrices(stored)) this.obstacles.push({ reason: 'formula', entity: entities.calculation.name, id: calculation })
        continue
      }
      const terms = toAuthoredTerms(stored, registry.termTypes)
      const property = entities.calculationFormula.properties.terms as unknown as Property
      const uses = property.kind.references!(stored, property, registry).filter(
        ({ entity }) => entity === entities.calculation.name,
      )
      // A price that the formula reads would be converted twice, and so would a price table in it.
      if (terms === null || readsPrices(stored) || otherUses.has(calculation) || uses.some(({ id }) => prices.has(id)))
        this.obstacles.push({ reason: 'formula', entity: entities.calculation.name, id: calculation })
      else
        this.fields.push({
          entity: entities.calculationFormula.name,
          id: formula.id,
          revision: formula.revision,
          field: 'terms',
          before: terms,
          after: [{ group: terms }, { operator: '*' }, { number: this.rate }],
          amounts: [],
        })
    }
  }
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
