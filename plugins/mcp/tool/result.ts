// What a tool call gives back, as JSON text: the result twice, as structure and as text, or a refusal in prose.
import { isObject } from '#core/ground/object.js'
import { escapeSeparators } from '../protocol/message.js'
import { fit } from './fit.js'

/** What a model should never get to see raw: control characters, tab and line breaks excepted. */
const control = /[^\P{Cc}\t\n\r]/gu
const suspicious = /\\u00[01]|\\[bf]|[\u{7f}-\u{9f}]/u

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(control, '')
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replace(control, ''), cleaned(item)]))
}

/** Stored text is data: it stays inside JSON strings, without control characters. */
function dataText(value: unknown): string {
  const json = JSON.stringify(value)
  return escapeSeparators(suspicious.test(json) ? JSON.stringify(cleaned(value)) : json)
}

const asObject = (value: unknown): object => (isObject(value) ? value : { result: value ?? null })

/** The result of a call that succeeded; `step` says how a caller has what a long result leaves out. */
export function successText(value: unknown, step?: string): string {
  const json = dataText(fit(asObject(value), step))
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`
}

/** The result of a call that was refused or failed. */
export function refusalText(prose: string): string {
  const content = [{ type: 'text', text: prose.replace(control, '') }]
  return escapeSeparators(JSON.stringify({ content, isError: true }))
}
