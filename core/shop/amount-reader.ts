// Reads all amounts in the base currency, and the rules, formulas and code that a rate alone does not convert.
import { toAuthoredTerms } from '../engine/calculation/formula-authoring.js'
import { ValidationError } from '../foundation/errors.js'
import { isObject } from '../foundation/json.js'
import { createMessage } from '../foundation/message.js'
import type { Property } from '../foundation/property/kind.js'
import type { StoredCell } from '../model/entities/catalog/calculation-matrix.js'
import type { Entity } from '../model/entity/define.js'
import type { JoinOptions } from '../model/entity/ownership.js'
import { entities } from '../model/entities/index.js'
import type { LoadedRecord } from '../storage/record/load.js'
import type { ServiceContext } from '../storage/service-context.js'

/** Maximum number of amounts in one conversion. */
const maximumAmounts = 20_000

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
export class AmountReader {
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
