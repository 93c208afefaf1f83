// A credit note: the credited part of an invoice. Never changed.
import { createParentJoin } from '../../entity/document-fields.js'
import { defineEntity } from '../../entity/define.js'
import { moneyFields } from '../../entity/groups.js'
import { datetime } from '../../properties/datetime.js'
import { join } from '../../properties/join.js'
import { json, type JsonContent } from '../../properties/json.js'
import { string } from '../../properties/string.js'

/** A credited part of an invoice. Amounts are in the currency of the order. */
export interface CreditLine {
  /** `amount`: an amount that belongs to no line. */
  readonly kind: 'line' | 'delivery' | 'payment' | 'amount'
  /** Only for `line`. */
  readonly order_line_id: number | null
  readonly title: string
  /** Only for `line`. */
  readonly quantity: number | null
  /** Percent. */
  readonly rate: number
  readonly net: number
  readonly tax: number
  readonly gross: number
}

export interface CreditRate {
  /** Percent. */
  readonly rate: number
  readonly code: string
  readonly net: number
  readonly tax: number
}

const figure = { type: 'number' } as const

const creditLinesContent: JsonContent<readonly CreditLine[], readonly []> = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['line', 'delivery', 'payment', 'amount'] },
        order_line_id: { type: ['integer', 'null'] },
        title: { type: 'string' },
        quantity: { type: ['integer', 'null'] },
        rate: figure,
        net: figure,
        tax: figure,
        gross: figure,
      },
      required: ['kind', 'order_line_id', 'title', 'quantity', 'rate', 'net', 'tax', 'gross'],
      additionalProperties: false,
    },
  },
  typeText:
    "readonly { readonly kind: 'line' | 'delivery' | 'payment' | 'amount'; readonly order_line_id: number | null; readonly title: string; readonly quantity: number | null; readonly rate: number; readonly net: number; readonly tax: number; readonly gross: number }[]",
  empty: [],
}

const creditRatesContent: JsonContent<readonly CreditRate[], readonly []> = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: { rate: figure, code: { type: 'string' }, net: figure, tax: figure },
      required: ['rate', 'code', 'net', 'tax'],
      additionalProperties: false,
    },
  },
  typeText: 'readonly { readonly rate: number; readonly code: string; readonly net: number; readonly tax: number }[]',
  empty: [],
}

/** The maximum prefix length of the settings plus the digits of a number. */
const maximumNumberLength = 255 + 16

export const creditNote = defineEntity({
  name: 'credit-note',
  label: 'credit note',
  pluralLabel: 'credit notes',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'invoice_id', 'number', 'gross', 'created'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    // Weak: the invoice is deleted with the order, like the credit note.
    invoice_id: join('Invoice', 'invoice', { required: true, weak: true }),
    number: string('Number', { key: true, length: maximumNumberLength, sparse: true }),
    reason: string('Reason', { long: true, help: 'Printed on the credit note.' }),
    lines: json('Lines', { content: creditLinesContent, help: 'The credited parts of the invoice.' }),
    rates: json('Tax rates', { content: creditRatesContent, help: 'Net and tax per tax rate.' }),
    ...moneyFields,
    created: datetime('Created'),
  },
  unique: [['number']],
  indexes: [['created']],
})
