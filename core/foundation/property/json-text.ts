// Structured values in a text column: validation, writing and reading of JSON.
import { createLabel, createMessage } from '../message.js'
import { type Column, Refusal } from './kind.js'
import { findTextFlaw } from './text.js'

export const jsonColumn: Column = { type: 'text', nullable: false }

const maximumDepth = 64
const noRefusals: readonly Refusal[] = []

/** Refuses values that JSON cannot store exactly: invalid texts, rounded numbers, excessive depth. Empty if the value is valid. */
export function validateJson(label: string, value: unknown, depth = 0): readonly Refusal[] {
  if (typeof value === 'string') return validateString(label, value)
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return noRefusals
    return [new Refusal(createMessage('fields.numberTooLarge', { field: createLabel('field', label) }), 'OUT_OF_RANGE')]
  }
  if (value === null || typeof value === 'boolean') return noRefusals
  if (typeof value !== 'object')
    return [new Refusal(createMessage('fields.jsonRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
  if (depth >= maximumDepth)
    return [new Refusal(createMessage('fields.nestedTooDeep', { field: createLabel('field', label), most: maximumDepth }))]
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const refusals = validateJson(label, item, depth + 1)
      if (refusals.length > 0) return refusals
    }
    return noRefusals
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') return [new Refusal(createMessage('fields.keyNotAllowed', { field: createLabel('field', label) }))]
    const keyRefusals = validateString(label, key)
    if (keyRefusals.length > 0) return keyRefusals
    const refusals = validateJson(label, item, depth + 1)
    if (refusals.length > 0) return refusals
  }
  return noRefusals
}

function validateString(label: string, text: string): readonly Refusal[] {
  const flaw = findTextFlaw(text)
  if (flaw === 'nul') return [new Refusal(createMessage('fields.nulCharacter', { field: createLabel('field', label) }))]
  return flaw === 'surrogate'
    ? [new Refusal(createMessage('fields.halfCharacterSent', { field: createLabel('field', label) }))]
    : noRefusals
}

/** The column text of a structured value. Null and the empty list are stored as ''. */
export function toJsonText(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return JSON.stringify(value)
}

/** The value of a column text; `empty` for ''. */
export function parseJsonText(stored: unknown, empty: unknown): unknown {
  return stored === '' || stored === null || stored === undefined ? empty : JSON.parse(stored as string)
}
