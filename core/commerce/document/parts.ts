// Writes what belongs to an order or to a quote: the same fields, each under the record that it is a part of.
import { orderLine } from '../../model/entities/orders/order-line.js'
import { orderLineConfig } from '../../model/entities/orders/order-line-config.js'
import { orderTaxRate } from '../../model/entities/orders/order-tax-rate.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import { quoteLineConfig } from '../../model/entities/orders/quote-line-config.js'
import { quoteTaxRate } from '../../model/entities/orders/quote-tax-rate.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { DocumentEntity } from './define.js'
import type { configFields, lineFields } from './frozen-line.js'

export type LineFields = ReturnType<typeof lineFields>
export type ConfigFields = ReturnType<typeof configFields>[number]

export interface RateFields {
  readonly recurring: boolean
  readonly rate: number
  readonly code: string
  readonly net: number
  readonly tax: number
}

/** A selection, and the id of its line. */
export interface PlacedConfig {
  readonly line: number
  readonly fields: ConfigFields
}

interface Parts {
  /** The name and the table of a line's entity, and the column of its document. */
  readonly line: { readonly entity: string; readonly table: string; readonly of: string }
  /** The table of its selections, and the column of their line. */
  readonly config: { readonly table: string; readonly of: string }
  storeLines(work: Work & InUnit, id: number, lines: readonly LineFields[]): Promise<void>
  storeConfigs(work: Work & InUnit, configs: readonly PlacedConfig[]): Promise<void>
  storeRates(work: Work & InUnit, id: number, rates: readonly RateFields[]): Promise<void>
}

export const partsOf: Readonly<Record<DocumentEntity, Parts>> = {
  'sales-order': {
    line: { entity: orderLine.name, table: 'svc_order_line', of: 'sales_order_id' },
    config: { table: 'svc_order_line_config', of: 'order_line_id' },
    storeLines: (work, id, lines) =>
      work.writeParts(
        orderLine,
        lines.map((fields) => ({ ...fields, sales_order_id: id })),
      ),
    storeConfigs: (work, configs) =>
      work.writeParts(
        orderLineConfig,
        configs.map(({ line, fields }) => ({ ...fields, order_line_id: line })),
      ),
    storeRates: (work, id, rates) =>
      work.writeParts(
        orderTaxRate,
        rates.map((fields) => ({ ...fields, sales_order_id: id })),
      ),
  },
  quote: {
    line: { entity: quoteLine.name, table: 'svc_quote_line', of: 'quote_id' },
    config: { table: 'svc_quote_line_config', of: 'quote_line_id' },
    storeLines: (work, id, lines) =>
      work.writeParts(
        quoteLine,
        lines.map((fields) => ({ ...fields, quote_id: id })),
      ),
    storeConfigs: (work, configs) =>
      work.writeParts(
        quoteLineConfig,
        configs.map(({ line, fields }) => ({ ...fields, quote_line_id: line })),
      ),
    storeRates: (work, id, rates) =>
      work.writeParts(
        quoteTaxRate,
        rates.map((fields) => ({ ...fields, quote_id: id })),
      ),
  },
}
