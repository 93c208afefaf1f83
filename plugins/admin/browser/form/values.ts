// Form values by input key: initial values, changes, and the body that is sent to the server.
import type { UseFormReturn } from 'react-hook-form'
import type { EntityShape, FormField, WireRow } from '../../transport/shape.js'
import type { FormFields } from '../control/define.js'
import type { Issue } from '../ground/problem.js'

export type Values = Record<string, unknown>

/** Controls whose values are not saved with the record. */
const apart: ReadonlySet<string> = new Set(['children', 'file', 'image', 'hidden'])

/** The visible fields of a form. Child records are shown elsewhere. */
export const shownFields = (shape: EntityShape): readonly FormField[] =>
  shape.form.fields.filter(({ control }) => control !== 'children' && control !== 'hidden')

const isSent = (field: FormField, isNew: boolean): boolean =>
  !apart.has(field.control) && !field.readOnly && (isNew || !field.locked)

/** The initial values of a form: the record's, or defaults of a new record. */
export function startValues(shape: EntityShape, record: WireRow | null, preset: WireRow = {}): Values {
  const values: Values = {}
  for (const field of shape.form.fields) {
    for (const key of field.keys) {
      const held = record ? record[key] : (preset[key] ?? field.default)
      values[key] = field.sensitive ? '' : (held ?? null)
    }
  }
  return values
}

/** Access to the form for controls that depend on other fields. */
export function fieldsOf(shape: EntityShape, { control, getValues, setValue }: UseFormReturn<Values>): FormFields {
  return { entity: shape.name, owner: shape.owner, control, getValues, setValue }
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Compares as JSON, including the order of keys. Stops at the first difference, since a table may have 250,000 cells. */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return JSON.stringify(a) === JSON.stringify(b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [one, other] = [Object.entries(a), Object.entries(b)]
  return one.length === other.length && one.every(([key, value], at) => key === other[at]![0] && sameJson(value, other[at]![1]))
}

/** True if the server treats both as equal. An empty text equals null. */
export function isSame(a: unknown, b: unknown): boolean {
  return isBlank(a) ? isBlank(b) : a === b || sameJson(a, b)
}

/** The keys whose values differ from the initial ones. */
export function changedKeys(shape: EntityShape, start: Values, present: Values, isNew: boolean): readonly string[] {
  const keys = shape.form.fields.filter((field) => isSent(field, isNew)).flatMap((field) => field.keys)
  return keys.filter((key) => !isSame(start[key], present[key]))
}

/** The request body: all filled fields of a new record, otherwise only changes. */
export function bodyOf(shape: EntityShape, start: Values, present: Values, isNew: boolean): Values {
  const keys = isNew
    ? shape.form.fields
        .filter((field) => isSent(field, true))
        .flatMap((field) => field.keys)
        .filter((key) => !isBlank(present[key]))
    : changedKeys(shape, start, present, false)
  return Object.fromEntries(keys.map((key) => [key, present[key]]))
}

/** True while the field applies. A sibling field decides that. */
export function applies(field: FormField, values: Readonly<Record<string, unknown>>): boolean {
  const { appliesWhen } = field
  return !appliesWhen || (appliesWhen.values as readonly unknown[]).includes(values[appliesWhen.property])
}

/** The input key of an issue: `group_prices[0].price` is the field's own key, `title` the first language's. */
export function keyOfIssue(shape: EntityShape, { field }: Issue): string | null {
  const name = field.split(/[[.]/, 1)[0] ?? ''
  const found = shape.form.fields.find((one) => one.keys.includes(name)) ?? shape.form.fields.find((one) => one.name === name)
  return found ? (found.keys.includes(name) ? name : (found.keys[0] ?? null)) : null
}

/** `title_en_GB` → `en-GB`. null for a key without language. */
export function languageOf(field: FormField, key: string): string | null {
  return key === field.name ? null : key.slice(field.name.length + 1).replaceAll('_', '-')
}

/** Languages without a text that is required, or that exists in another language. */
export function lackingLanguages(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const lacking = new Set<string>()
  for (const field of fields) {
    if (field.keys.length < 2 || !applies(field, values)) continue
    const isUsed = field.required || field.keys.some((key) => !isBlank(values[key]))
    for (const key of field.keys) if (isUsed && isBlank(values[key])) lacking.add(languageOf(field, key) ?? '')
  }
  return lacking
}
