// Arguments that several actions share, and the next steps for refused callers and unknown quotes.
import { createLabel, createMessage, type Message } from '../foundation/message.js'
import type { ActionInput, RefusedCall } from '../model/action/declaration.js'
import { boolean } from '../model/properties/boolean.js'
import { dropdown } from '../model/properties/dropdown.js'
import { isId, join } from '../model/properties/join.js'
import { json, type JsonContent } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { type JsonSchema, Refusal } from '../foundation/property/kind.js'
import { string } from '../model/properties/string.js'

/** Accepts the names of all registered entities. */
export const entityArgument = (help: string) =>
  dropdown('Entity', {
    choices: (registry) => Object.fromEntries([...registry.entities.values()].map(({ name, label }) => [name, label])),
    required: true,
    help,
  })

export const idArgument = (help: string) => number('Id', { min: 1, required: true, help })

export const productArgument = (help = 'The id of the product.') => join('Product', 'product', { required: true, help })

/** Accepts `3`, `3,4` and `[3, 4]`, also as text. */
function parseIds(value: unknown): unknown {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return value
  const list = /^\s*\[([^[\]]*)\]\s*$/.exec(value)?.[1] ?? value
  const parts = list.split(',').map((part) => part.trim())
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : value
}

/** Record ids: a list, or on the command line one id or several separated by commas. */
export const createIdListContent = (maximumIds: number): JsonContent<readonly number[], null> => ({
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: maximumIds },
  typeText: 'readonly number[]',
  empty: null,
  example: '[1, 2]',
  prepare: parseIds,
  validate(value, { label }) {
    const ids = value as readonly unknown[]
    if (ids.length === 0 || ids.length > maximumIds)
      return [new Refusal(createMessage('fields.idCount', { field: createLabel('field', label), maximum: maximumIds }))]
    if (!ids.every(isId))
      return [new Refusal(createMessage('fields.idsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
    return new Set(ids).size === ids.length
      ? []
      : [new Refusal(createMessage('fields.idTwice', { field: createLabel('field', label) }), 'DUPLICATE')]
  },
})

export const languageArgument = () =>
  dropdown('Language', {
    choices: 'languages',
    help: 'A tag such as en-GB. Default: the store default.',
  })

export const dryRunArgument = (help: string) => boolean('Dry run', { help })

/** The type of a structured argument. Its content is validated by its owner. */
type Structure<S extends JsonSchema> = S extends { readonly type: 'array' }
  ? readonly unknown[]
  : Readonly<Record<string, unknown>>

/** A structured argument with a rough schema for callers. Its owner validates the content. `example` appears in error messages. */
export function createStructuredContent<const S extends JsonSchema>(
  schema: S,
  example?: string,
): JsonContent<Structure<S>, null> {
  return { schema, typeText: 'unknown', empty: null, ...(example !== undefined && { example }) }
}

/** Field names and values of a record. */
export const fieldsArgument = (help: string) =>
  json('Fields', { content: createStructuredContent({ type: 'object' }), required: true, help })

const structuredFields = ['rules', 'calcmodel', 'calcmodel_recurring', 'calcmodel_weight']

/** The next step after a refused call on a record. */
export function suggestRecordStep({ code, fields }: RefusedCall, input: ActionInput): Message | null {
  const entity = typeof input['entity'] === 'string' ? input['entity'] : null
  if (code === 'NOT_FOUND' && entity !== null && input['id'] !== undefined) {
    return createMessage('steps.listIds', { entity })
  }
  if (code !== 'VALIDATION_FAILED' || entity === null) return null
  const names = fields.map((field) => field.split(/[.[]/, 1)[0]!)
  if (names.includes('rules')) return createMessage('steps.describeRules')
  if (names.some((name) => structuredFields.includes(name))) {
    return createMessage('steps.describeCalculations')
  }
  return createMessage('steps.describeEntity', { entity })
}

/** The next step after an unknown product. */
export function suggestProductStep({ code }: RefusedCall): Message | null {
  return code === 'NOT_FOUND' ? createMessage('steps.listProducts') : null
}

export const quoteArgument = () => number('Quote', { required: true, min: 1, help: 'The id of the quote, not its number.' })

export const suggestQuoteStep = ({ code }: RefusedCall): Message | null =>
  code === 'NOT_FOUND' ? createMessage('steps.listQuotes') : null

export const orderArgument = () => number('Order', { required: true, min: 1, help: 'The id of the order, not its number.' })

export const shipmentArgument = () =>
  number('Shipment', { required: true, min: 1, help: 'The id of the shipment, not its number.' })

export const trackingArguments = () => ({
  carrier: string('Carrier'),
  tracking_code: string('Tracking number'),
  tracking_url: string('Tracking link', { long: true, help: 'The page of the carrier with the tracking.' }),
})

export const suggestOrderStep = ({ code }: RefusedCall): Message | null =>
  code === 'NOT_FOUND' ? createMessage('steps.listOrders') : null

export const suggestShipmentStep = ({ code }: RefusedCall): Message | null =>
  code === 'NOT_FOUND' ? createMessage('steps.listShipments') : null
