// The JSON content of a shopper's wishes: questions with acceptable values, or with a range of numbers.
import type { PreferenceInput } from '../commerce/configuration/suggest.js'
import { didYouMean } from '../foundation/nearest.js'
import { isObject } from '../foundation/object.js'
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
const preferenceMembers: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly takes: string }>> = {
  question_id: { is: (value) => isWholeNumber(value, Number.MAX_SAFE_INTEGER), takes: 'the id of a question' },
  values: {
    is: (value) => Array.isArray(value) && value.length >= 1 && value.length <= maximumValues && value.every(isText),
    takes: `a list of 1 to ${maximumValues} texts: ids of answers, or what may be entered`,
  },
  min: { is: isNumber, takes: 'a number' },
  max: { is: isNumber, takes: 'a number' },
  weight: { is: (value) => isWholeNumber(value, maximumWeight), takes: `a whole number from 1 to ${maximumWeight}` },
}

function validatePreference(wish: unknown, path: string, place: string): readonly Refusal[] {
  if (!isObject(wish)) {
    return [
      new Refusal(`Entry '${path}' takes an object with 'question_id' and 'values', 'min' or 'max'.`, 'INVALID_VALUE', place),
    ]
  }
  const refusals: Refusal[] = []
  for (const key of Object.keys(wish)) {
    if (preferenceKeys.includes(key)) continue
    const name = key.slice(0, 100)
    refusals.push(
      new Refusal(`Unknown field '${name}' in '${path}'.${didYouMean(key, preferenceKeys)}`, 'UNKNOWN_FIELD', `${place}.${name}`),
    )
  }
  for (const key of preferenceKeys) {
    const value = wish[key]
    const isSet = Object.hasOwn(wish, key)
    if ((isSet || key === 'question_id') && !preferenceMembers[key]!.is(value)) {
      refusals.push(
        new Refusal(`Field '${path}.${key}' takes ${preferenceMembers[key]!.takes}.`, 'INVALID_VALUE', `${place}.${key}`),
      )
    }
  }
  const [byValues, byRange] = [Object.hasOwn(wish, 'values'), Object.hasOwn(wish, 'min') || Object.hasOwn(wish, 'max')]
  if (byValues === byRange) {
    refusals.push(
      new Refusal(`Entry '${path}' takes either 'values', or 'min' and 'max' or one of them.`, 'INVALID_VALUE', place),
    )
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
      return [new Refusal(`Field '${name}' takes a list of at most ${maximumPreferences} wishes, each with 'question_id'.`)]
    }
    return wishes.flatMap((wish: unknown, index) => validatePreference(wish, `${name}[${index}]`, `[${index}]`))
  },
}
