// What a form holds by the keys of its inputs, and what of it goes to the server.
import type { UseFormReturn } from 'react-hook-form'
import type { EntityShape, FormField, WireRow } from '../../transport/shape.js'
import type { FormFields } from '../control/define.js'
import type { Issue } from '../ground/problem.js'

export type Values = Record<string, unknown>

/** Controls whose values are stored by other ways than the record itself. */
const apart: ReadonlySet<string> = new Set(['children', 'file', 'image', 'hidden'])

/** Fields of a form that a person sees; records that belong to this one have a place of their own. */
export const shownFields = (shape: EntityShape): readonly FormField[] =>
  shape.form.fields.filter(({ control }) => control !== 'children' && control !== 'hidden')

const isSent = (field: FormField, isNew: boolean): boolean =>
  !apart.has(field.control) && !field.readOnly && (isNew || !field.locked)

/** The values that a form begins with: the record's, or the starting values of a new one. */
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

/** What a form offers the controls that depend on other fields. */
export function fieldsOf(shape: EntityShape, { control, getValues, setValue }: UseFormReturn<Values>): FormFields {
  return { entity: shape.name, owner: shape.owner, control, getValues, setValue }
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** As JSON tells them, keys in their order; ends at the first difference, since a table may have 250,000 cells. */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return JSON.stringify(a) === JSON.stringify(b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [one, other] = [Object.entries(a), Object.entries(b)]
  return one.length === other.length && one.every(([key, value], at) => key === other[at]![0] && sameJson(value, other[at]![1]))
}

/** True where both are the same for the server: an empty text and nothing are. */
export function isSame(a: unknown, b: unknown): boolean {
  return isBlank(a) ? isBlank(b) : a === b || sameJson(a, b)
}

/** The keys whose values differ from those that the form began with. */
export function changedKeys(shape: EntityShape, start: Values, present: Values, isNew: boolean): readonly string[] {
  const keys = shape.form.fields.filter((field) => isSent(field, isNew)).flatMap((field) => field.keys)
  return keys.filter((key) => !isSame(start[key], present[key]))
}

/** What is sent: a new record with all that is filled, otherwise what differs. */
export function bodyOf(shape: EntityShape, start: Values, present: Values, isNew: boolean): Values {
  const keys = isNew
    ? shape.form.fields
        .filter((field) => isSent(field, true))
        .flatMap((field) => field.keys)
        .filter((key) => !isBlank(present[key]))
    : changedKeys(shape, start, present, false)
  return Object.fromEntries(keys.map((key) => [key, present[key]]))
}

/** True while the field counts, by the sibling that decides it. */
export function applies(field: FormField, values: Readonly<Record<string, unknown>>): boolean {
  const { appliesWhen } = field
  return !appliesWhen || (appliesWhen.values as readonly unknown[]).includes(values[appliesWhen.property])
}

/** The key that an issue speaks of: `group_prices[0].price` is the field's own, `title` the first language's. */
export function keyOfIssue(shape: EntityShape, { field }: Issue): string | null {
  const name = field.split(/[[.]/, 1)[0] ?? ''
  const found = shape.form.fields.find((one) => one.keys.includes(name)) ?? shape.form.fields.find((one) => one.name === name)
  return found ? (found.keys.includes(name) ? name : (found.keys[0] ?? null)) : null
}

/** `title_en_GB` → `en-GB`; null for a key without language. */
export function languageOf(field: FormField, key: string): string | null {
  return key === field.name ? null : key.slice(field.name.length + 1).replaceAll('_', '-')
}

/** Languages in which a text lacks that is required, or is there in another one. */
export function lackingLanguages(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const lacking = new Set<string>()
  for (const field of fields) {
    if (field.keys.length < 2 || !applies(field, values)) continue
    const isUsed = field.required || field.keys.some((key) => !isBlank(values[key]))
    for (const key of field.keys) if (isUsed && isBlank(values[key])) lacking.add(languageOf(field, key) ?? '')
  }
  return lacking
}
