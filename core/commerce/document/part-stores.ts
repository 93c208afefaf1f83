// Stores the lines, selections and rates of an order or quote: the same fields, each with the id of its parent record.
import { orderLine } from '../../model/entities/orders/order-line.js'
import { orderLineConfig } from '../../model/entities/orders/order-line-config.js'
import { orderTaxRate } from '../../model/entities/orders/order-tax-rate.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import { quoteLineConfig } from '../../model/entities/orders/quote-line-config.js'
import { quoteTaxRate } from '../../model/entities/orders/quote-tax-rate.js'
import type { TransactionContext, RecordWriteOptions, ServiceContext } from '../../storage/service-context.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { DocumentEntity, FrozenDocument, FrozenLine } from './define.js'

export type LineFields = Omit<RecordOf<typeof orderLine>, 'id' | 'sales_order_id'>
export type ConfigFields = Omit<RecordOf<typeof orderLineConfig>, 'id' | 'order_line_id'>
export type RateFields = Omit<RecordOf<typeof orderTaxRate>, 'id' | 'sales_order_id'>

type LineRecord = FrozenLine['values']
type ConfigRecord = FrozenLine['config'][number]
type RateRecord = FrozenDocument['rates'][number]

/** A selection and the id of its line. */
export interface LineConfig {
  readonly line: number
  readonly fields: ConfigFields
}

/** Set `copied` for the parts of an existing frozen document. */
type StorePartsOptions = Pick<RecordWriteOptions, 'copied'>

interface DocumentPartStore {
  /** The entity and table of a line, and the column with the document's id. */
  readonly line: { readonly entity: string; readonly table: string; readonly of: string }
  /** The table of the selections, and the column with the line's id. */
  readonly config: { readonly table: string; readonly of: string }
  /** Returns the stored lines, in order. */
  storeLines(
    work: ServiceContext & TransactionContext,
    id: number,
    lines: readonly LineFields[],
    how?: StorePartsOptions,
  ): Promise<readonly LineRecord[]>
  /** Returns the stored selections, in order. */
  storeConfigs(
    work: ServiceContext & TransactionContext,
    configs: readonly LineConfig[],
    how?: StorePartsOptions,
  ): Promise<readonly ConfigRecord[]>
  storeRates(
    work: ServiceContext & TransactionContext,
    id: number,
    rates: readonly RateFields[],
    how?: StorePartsOptions,
  ): Promise<readonly RateRecord[]>
}

const toValues = <V>(records: readonly { readonly values: V }[]): readonly V[] => records.map(({ values }) => values)

export const documentPartStores: Readonly<Record<DocumentEntity, DocumentPartStore>> = {
  'sales-order': {
    line: { entity: orderLine.name, table: 'svc_order_line', of: 'sales_order_id' },
    config: { table: 'svc_order_line_config', of: 'order_line_id' },
    async storeLines(work, id, lines, how) {
      const records = lines.map((fields) => ({ ...fields, sales_order_id: id }))
      return toValues(await work.writeMany(orderLine, records, { ...how, trusted: true }))
    },
    async storeConfigs(work, configs, how) {
      const records = configs.map(({ line, fields }) => ({ ...fields, order_line_id: line }))
      return toValues(await work.writeMany(orderLineConfig, records, { ...how, trusted: true }))
    },
    async storeRates(work, id, rates, how) {
      const records = rates.map((fields) => ({ ...fields, sales_order_id: id }))
      return toValues(await work.writeMany(orderTaxRate, records, { ...how, trusted: true }))
    },
  },
  quote: {
    line: { entity: quoteLine.name, table: 'svc_quote_line', of: 'quote_id' },
    config: { table: 'svc_quote_line_config', of: 'quote_line_id' },
    async storeLines(work, id, lines, how) {
      const records = lines.map((fields) => ({ ...fields, quote_id: id }))
      return toValues(await work.writeMany(quoteLine, records, { ...how, trusted: true }))
    },
    async storeConfigs(work, configs, how) {
      const records = configs.map(({ line, fields }) => ({ ...fields, quote_line_id: line }))
      return toValues(await work.writeMany(quoteLineConfig, records, { ...how, trusted: true }))
    },
    async storeRates(work, id, rates, how) {
      const records = rates.map((fields) => ({ ...fields, quote_id: id }))
      return toValues(await work.writeMany(quoteTaxRate, records, { ...how, trusted: true }))
    },
  },
}
