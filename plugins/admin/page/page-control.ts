// Form controls for pages without script: converts values to text and submitted text back to values.
import { formatTypedNumber, Refusal } from '#core/contract.js'
import { formatIsoTime, formatLocalTime, parseLocalTime, type Property } from '#core/surface.js'
import type { RecordChoice, FormField } from '../api/shape.js'
import type { AdminPageTexts } from '../wording/page-texts.js'
import { type Markup, markup } from './markup.js'

/** One key of a field. Translated fields have one key per language. */
export interface PageControl {
  readonly field: FormField
  readonly property: Property
  readonly key: string
  /** The shop's time zone. Days and times are shown and read in it. */
  readonly timeZone: string
}

const isTimeControl = ({ field }: PageControl): boolean => field.control === 'datetime'

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])

/** True for values that are written as JSON: lists and objects. */
export function isStructuredControl({ property }: PageControl): boolean {
  if (property.kind.files !== undefined || property.kind.children) return false
  const schema = property.kind.schema(property, 'write')
  return schema === null || ![schema['type']].flat().some((type) => scalarTypes.has(type))
}

/** A value as text for its control. Numbers use the language's notation. */
export function formatControlText(control: PageControl, value: unknown, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return formatTypedNumber(value, language)
  if (isTimeControl(control)) return formatLocalTime(Date.parse(String(value)), control.timeZone)
  return isStructuredControl(control) ? JSON.stringify(value, null, 2) : String(value)
}

/** The value of a submitted text. A Refusal for invalid JSON. Property kinds validate the rest. */
export function parseControlText(control: PageControl, text: string, { notJson }: AdminPageTexts): unknown {
  if (text === '') return control.property.kind.schema(control.property, 'write') === null ? [] : null
  if (control.property.kind.filter === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (isTimeControl(control)) {
    const time = parseLocalTime(text, control.timeZone)
    return time === null ? text : formatIsoTime(time)
  }
  if (!isStructuredControl(control)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return new Refusal(notJson, 'WRONG_TYPE')
  }
}

/** Input types of the browser, by control. */
const inputTypes: Readonly<Record<string, string>> = { password: 'password', datetime: 'datetime-local' }

interface SelectOption {
  readonly value: string
  readonly label: string
}

const drawOption = ({ value, label }: SelectOption, chosen: string): Markup =>
  markup`<option value="${value}"${value === chosen ? markup` selected` : null}>${label}</option>`

function drawSelect(attributes: Markup, offered: readonly SelectOption[], chosen: string, required: boolean): Markup {
  const isOffered = chosen === '' || offered.some(({ value }) => value === chosen)
  const all = isOffered ? offered : [...offered, { value: chosen, label: chosen }]
  const blank = required && chosen !== '' ? null : drawOption({ value: '', label: '' }, chosen)
  return markup`<select ${attributes}>${blank}${all.map((option) => drawOption(option, chosen))}</select>`
}

export interface PageControlState {
  readonly text: string
  /** Error messages of the field. */
  readonly issues: readonly string[]
  /** Records for a reference, if there are few. */
  readonly records?: readonly RecordChoice[]
}

/** The control with its label, help and error messages. */
export function drawControl(control: PageControl, { text, issues, records }: PageControlState, texts: AdminPageTexts): Markup {
  const { field, property, key } = control
  const zone = isTimeControl(control) ? `${texts.timeZone}: ${control.timeZone}` : ''
  const help = [field.help ?? '', zone, isStructuredControl(control) ? texts.json : ''].filter((part) => part !== '').join(' ')
  const described = [help === '' ? '' : `${key}-help`, issues.length === 0 ? '' : `${key}-issue`]
    .filter((elementId) => elementId !== '')
    .join(' ')
  const attributes = markup`id="${key}" name="${key}"${described === '' ? null : markup` aria-describedby="${described}"`}${issues.length === 0 ? null : markup` aria-invalid="true"`}`
  const { choices, long } = field.hints as { readonly choices?: readonly SelectOption[]; readonly long?: boolean }
  const isList = property.kind.schema(property, 'write') === null
  const booleans = [
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ]
  const input =
    property.kind.filter === 'boolean'
      ? drawSelect(attributes, booleans, text, false)
      : choices && !isList
        ? drawSelect(attributes, choices, text, field.required)
        : records
          ? drawSelect(
              attributes,
              records.map(({ id, label }) => ({ value: String(id), label })),
              text,
              field.required,
            )
          : isStructuredControl(control)
            ? markup`<textarea ${attributes} class="code" rows="6" spellcheck="false">\n${text}</textarea>`
            : long === true || field.control === 'code'
              ? markup`<textarea ${attributes} rows="6">\n${text}</textarea>`
              : markup`<input ${attributes} type="${inputTypes[field.control] ?? 'text'}" value="${text}" autocomplete="off">`
  const language = key === field.name ? '' : ` (${key.slice(field.name.length + 1).replace('_', '-')})`
  const needed = field.required ? ` (${texts.required})` : ''
  const sentences = issues.map((message) => markup`<span>${message}</span> `)
  return markup`<div class="field"><label for="${key}">${field.label}${language}${needed}</label>${input}${help === '' ? null : markup`<small id="${key}-help">${help}</small>`}${issues.length === 0 ? null : markup`<p class="issue" id="${key}-issue">${sentences}</p>`}</div>`
}
