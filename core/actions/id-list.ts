// An argument with record ids: a list, or on the command line one id or several separated by commas.
import { createLabel, createMessage } from '../foundation/message.js'
import { Refusal } from '../foundation/property/kind.js'
import { json, type JsonContent } from '../model/properties/json.js'
import { isId } from '../model/properties/join.js'

const maximumIds = 1_000

/** Accepts `3`, `3,4` and `[3, 4]`, also as text. */
function parseIds(value: unknown): unknown {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return value
  const list = /^\s*\[([^[\]]*)\]\s*$/.exec(value)?.[1] ?? value
  const parts = list.split(',').map((part) => part.trim())
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : value
}

const content: JsonContent<readonly number[], null> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: maximumIds },
  typeText: 'readonly number[]',
  empty: null,
  example: '[1, 2]',
  prepare: parseIds,
  validate(value, { label }) {
    const ids = value as readonly unknown[]
    if (ids.length === 0 || ids.length > maximumIds) return [new Refusal(`Field ${label} takes 1 to ${maximumIds} ids.`)]
    if (!ids.every(isId))
      return [new Refusal(createMessage('fields.idsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
    return new Set(ids).size === ids.length
      ? []
      : [new Refusal(createMessage('fields.idTwice', { field: createLabel('field', label) }), 'DUPLICATE')]
  },
}

export const createIdListArgument = (label: string, help: string) => json(label, { content, required: true, help })
