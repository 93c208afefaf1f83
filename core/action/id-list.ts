// An argument that takes ids of records: a list, and from a command line one id or several with commas between them.
import { Refusal } from '../ground/property/kind.js'
import { json, type JsonContent } from '../model/properties/json.js'
import { isId } from '../model/properties/join.js'

const most = 1_000

/** `3`, `3,4` and `[3, 4]` mean what they say, as text too. */
function prepared(value: unknown): unknown {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return value
  const inside = /^\s*\[([^[\]]*)\]\s*$/.exec(value)?.[1] ?? value
  const parts = inside.split(',').map((part) => part.trim())
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : value
}

const content: JsonContent<readonly number[], null> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: most },
  typeText: 'readonly number[]',
  empty: null,
  example: '[1, 2]',
  prepare: prepared,
  validate(value, { label }) {
    const ids = value as readonly unknown[]
    if (ids.length === 0 || ids.length > most) return [new Refusal(`Field ${label} takes 1 to ${most} ids.`)]
    if (!ids.every(isId)) return [new Refusal(`Field ${label} takes ids, whole numbers from 1.`, 'WRONG_TYPE')]
    return new Set(ids).size === ids.length ? [] : [new Refusal(`Field ${label} takes each id once.`, 'DUPLICATE')]
  },
}

export const idList = (label: string, help: string) => json(label, { content, required: true, help })
