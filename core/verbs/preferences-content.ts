// The JSON content of a shopper's wishes: questions with acceptable values, or with a range of numbers.
import { createMessage, type Message } from '../foundation/message.js'
import type { PreferenceInput } from '../commerce/configuration/suggest.js'
import { suggestName } from '../foundation/message-values.js'
import { isObject } from '../foundation/json.js'
import { Refusal } from '../foundation/property/kind.js'
import type { JsonContent } from '../model/properties/json.js'

const maximumPreferences = 50
const maximumValues = 200
const maximumLength = 200
const maximumWeight = 100
const preferenceKeys = ['question_id', 'values', 'min', 'max', 'weight']

const isWholeNumber = (value: unknown, maximum: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= maximum
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= maximumLength
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 1e9

/** Each member with its check and its description for messages. */
const preferenceMembers: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly takes: Message }>> = {
  question_id: {
    is: (value) => isWholeNumber(value, Number.MAX_SAFE_INTEGER),
    takes: createMessage('fields.preferenceQuestion'),
  },
  values: {
    is: (value) => Array.isArray(value) && value.length >= 1 && value.length <= maximumValues && value.every(isText),
    takes: createMessage('fields.preferenceValues', { most: maximumValues }),
  },
  min: { is: isNumber, takes: createMessage('fields.preferenceNumber') },
  max: { is: isNumber, takes: createMessage('fields.preferenceNumber') },
  weight: {
    is: (value) => isWholeNumber(value, maximumWeight),
    takes: createMessage('fields.preferenceWeight', { most: maximumWeight }),
  },
}

function validatePreference(wish: unknown, path: string, place: string): readonly Refusal[] {
  if (!isObject(wish)) {
    return [new Refusal(createMessage('fields.preferenceRequired', { path }), 'INVALID_VALUE', place)]
  }
  const refusals: Refusal[] = []
  for (const key of Object.keys(wish)) {
    if (preferenceKeys.includes(key)) continue
    const name = key.slice(0, 100)
    refusals.push(
      new Refusal(
        createMessage('fields.unknownInEntry', { name, path, hint: suggestName(key, preferenceKeys) }),
        'UNKNOWN_FIELD',
        `${place}.${name}`,
      ),
    )
  }
  for (const key of preferenceKeys) {
    const value = wish[key]
    const isSet = Object.hasOwn(wish, key)
    if ((isSet || key === 'question_id') && !preferenceMembers[key]!.is(value)) {
      refusals.push(
        new Refusal(
          createMessage('fields.preferenceInvalid', { path: `${path}.${key}`, takes: preferenceMembers[key]!.takes }),
          'INVALID_VALUE',
          `${place}.${key}`,
        ),
      )
    }
  }
  const [byValues, byRange] = [Object.hasOwn(wish, 'values'), Object.hasOwn(wish, 'min') || Object.hasOwn(wish, 'max')]
  if (byValues === byRange) {
    refusals.push(new Refusal(createMessage('fields.preferenceContradictory', { path }), 'INVALID_VALUE', place))
  }
  return refusals
}

const number = { type: 'number' }

export const preferencesContent: JsonContent<readonly PreferenceInput[], null> = {
  schema: {
    type: 'array',
    maxItems: maximumPreferences,
    items: {
      type: 'object',
      properties: {
        question_id: { type: 'integer', minimum: 1 },
        values: { type: 'array', items: { type: 'string', maxLength: maximumLength }, minItems: 1, maxItems: maximumValues },
        min: number,
        max: number,
        weight: { type: 'integer', minimum: 1, maximum: maximumWeight },
      },
      required: ['question_id'],
      additionalProperties: false,
    },
  },
  typeText: 'unknown',
  empty: null,
  validate(wishes, { name }) {
    if (!Array.isArray(wishes) || wishes.length > maximumPreferences) {
      return [new Refusal(createMessage('fields.preferencesRequired', { name, most: maximumPreferences }))]
    }
    return wishes.flatMap((wish: unknown, index) => validatePreference(wish, `${name}[${index}]`, `[${index}]`))
  },
}
