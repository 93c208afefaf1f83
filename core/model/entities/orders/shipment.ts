// A shipment of an order: the lines and quantities of one parcel, and its tracking.
import { createLabel, createMessage } from '../../../foundation/message.js'
import { isObject } from '../../../foundation/json.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { defineEntity } from '../../entity/define.js'
import { datetime } from '../../properties/datetime.js'
import { json, type JsonContent } from '../../properties/json.js'
import { string } from '../../properties/string.js'

/** A quantity of an order line. */
export interface LineQuantity {
  readonly order_line_id: number
  readonly quantity: number
}

const example = '[{"order_line_id": 1, "quantity": 2}]'

const positive = { type: 'integer', minimum: 1 } as const

/** Commands pass the list as JSON text. Other texts are left to the validation. */
function parseLineQuantities(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const lineQuantitiesContent: JsonContent<readonly LineQuantity[], readonly []> = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: { order_line_id: positive, quantity: positive },
      required: ['order_line_id', 'quantity'],
      additionalProperties: false,
    },
    maxItems: 1_000,
  },
  typeText: 'readonly { readonly order_line_id: number; readonly quantity: number }[]',
  example,
  prepare: parseLineQuantities,
  validate(value, { label }) {
    const isValid = (entry: unknown): boolean =>
      isObject(entry) &&
      [entry['order_line_id'], entry['quantity']].every((figure) => Number.isSafeInteger(figure) && Number(figure) >= 1)
    if (Array.isArray(value) && value.every(isValid)) return []
    const message = createMessage('fields.listExample', { field: createLabel('field', label), example })
    return [new Refusal(message, 'WRONG_TYPE')]
  },
  empty: [],
}

/** The longest order number and its suffix. */
const maximumNumberLength = 255 + 32

export const shipment = defineEntity({
  name: 'shipment',
  label: 'shipment',
  pluralLabel: 'shipments',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'number', 'carrier', 'tracking_code', 'shipped', 'delivered', 'cancelled'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    number: string('Number', { key: true, length: maximumNumberLength, sparse: true }),
    carrier: string('Carrier'),
    tracking_code: string('Tracking number', { key: true }),
    tracking_url: string('Tracking link', {
      long: true,
      pattern: { expression: '^https?://\\S+$', words: createMessage('fields.webAddress') },
    }),
    shipped: datetime('Shipped'),
    delivered: datetime('Delivered'),
    cancelled: datetime('Cancelled', { help: 'A cancelled shipment does not count. Its number is not used again.' }),
    lines: json('Lines', { content: lineQuantitiesContent, help: 'The shipped quantities of the order lines.' }),
  },
  unique: [['number']],
})
