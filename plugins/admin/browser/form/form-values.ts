// Form values by input key: initial values, changes, and the body that is sent to the server.
import type { UseFormReturn } from 'react-hook-form'
import type { EntityShape, FormField, WireRow } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import type { FormAccess } from '../control/control-props.js'
import type { ApiIssue } from '../base/api.js'

export type FormValues = Record<string, unknown>

/** True for people who may see tools and fields for developers. */
export const hasSystemRights = ({ account }: AdminSessionReply): boolean =>
  account.scopes.some((scope) => scope.startsWith('system:'))

/** Controls whose values are not saved with the record. */
const separateControls: ReadonlySet<string> = new Set(['children', 'file', 'image', 'hidden'])

/** The visible fields of a form. Child records are shown elsewhere. */
export const getVisibleFields = (shape: EntityShape): readonly FormField[] =>
  shape.form.fields.filter(({ control }) => control !== 'children' && control !== 'hidden')

const isSubmittedField = (field: FormField, isNew: boolean): boolean =>
  !separateControls.has(field.control) && !field.readOnly && (isNew || !field.locked)

/** The initial values of a form: the record's, or defaults of a new record. */
export function createFormValues(shape: EntityShape, record: WireRow | null, preset: WireRow = {}): FormValues {
  const values: FormValues = {}
  for (const field of shape.form.fields) {
    for (const key of field.keys) {
      const initialValue = record ? record[key] : (preset[key] ?? field.default)
      // The settings of a payment provider arrive without their secrets.
      const isHidden = field.sensitive && field.hints['providers'] === undefined
      values[key] = isHidden ? '' : (initialValue ?? null)
    }
  }
  return values
}

/** Access to the form for controls that depend on other fields. */
export function createFormAccess(shape: EntityShape, { control, getValues, setValue }: UseFormReturn<FormValues>): FormAccess {
  return { entity: shape.name, owner: shape.owner, control, getValues, setValue }
}

const isBlankValue = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Compares as JSON, including the order of keys. Stops at the first difference, since a table may have 100,000 cells. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return JSON.stringify(a) === JSON.stringify(b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [entries, other] = [Object.entries(a), Object.entries(b)]
  return (
    entries.length === other.length &&
    entries.every(([key, value], at) => key === other[at]![0] && isSameJson(value, other[at]![1]))
  )
}

/** True if the server treats both as equal. An empty text equals null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return isBlankValue(a) ? isBlankValue(b) : a === b || isSameJson(a, b)
}

/** The keys whose values differ from the initial ones. */
export function findChangedKeys(shape: EntityShape, start: FormValues, present: FormValues, isNew: boolean): readonly string[] {
  const keys = shape.form.fields.filter((field) => isSubmittedField(field, isNew)).flatMap((field) => field.keys)
  return keys.filter((key) => !isSameValue(start[key], present[key]))
}

/** The request body: all filled fields of a new record, otherwise only changes. */
export function toRequestBody(shape: EntityShape, start: FormValues, present: FormValues, isNew: boolean): FormValues {
  const keys = isNew
    ? shape.form.fields
        .filter((field) => isSubmittedField(field, true))
        .flatMap((field) => field.keys)
        .filter((key) => !isBlankValue(present[key]))
    : findChangedKeys(shape, start, present, false)
  return Object.fromEntries(keys.map((key) => [key, present[key]]))
}

/** True while the field applies. A sibling field decides that. */
export function isApplicableField(field: FormField, values: Readonly<Record<string, unknown>>): boolean {
  const { appliesWhen } = field
  return !appliesWhen || (appliesWhen.values as readonly unknown[]).includes(values[appliesWhen.property])
}

/** The input key of an issue: `group_prices[0].price` is the field's own key, `title` the first language's. */
export function findIssueKey(shape: EntityShape, { field }: ApiIssue): string | null {
  const name = field.split(/[[.]/, 1)[0] ?? ''
  const match =
    shape.form.fields.find((formField) => formField.keys.includes(name)) ??
    shape.form.fields.find((formField) => formField.name === name)
  return match ? (match.keys.includes(name) ? name : (match.keys[0] ?? null)) : null
}

/** `title_en_GB` → `en-GB`. null for a key without language. */
export function getKeyLanguage(field: FormField, key: string): string | null {
  return key === field.name ? null : key.slice(field.name.length + 1).replaceAll('_', '-')
}

/**
 * Languages without a text that is required, or that exists in another language.
 * @param copied the keys of texts that are only copies
 */
export function findMissingLanguages(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  copied: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const missingLanguages = new Set<string>()
  for (const field of fields) {
    if (field.keys.length < 2 || !isApplicableField(field, values)) continue
    const isUsed = field.required || field.keys.some((key) => !isBlankValue(values[key]))
    for (const key of field.keys)
      if ((isUsed && isBlankValue(values[key])) || copied.has(key)) missingLanguages.add(getKeyLanguage(field, key) ?? '')
  }
  return missingLanguages
}
