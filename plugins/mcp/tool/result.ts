// The result of a tool call: the value as text and as structure, or an error in prose.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isObject } from '#core/surface.js'
import { truncate } from './truncate.js'

/** Control characters except tab and line breaks. A model never gets them. */
const controlCharacters = /[^\P{Cc}\t\n\r]/gu
/** True for JSON that may contain a control character. */
const mayHaveControlCharacters = /\\u00[01]|\\[bf]|[\u{7f}-\u{9f}]/u

function removeControlCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(controlCharacters, '')
  if (Array.isArray(value)) return value.map(removeControlCharacters)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(controlCharacters, ''), removeControlCharacters(item)]),
  )
}

/** Escapes U+2028 and U+2029. JSON allows them, but some readers end a line there. */
export function escapeLineSeparators(json: string): string {
  return /[\u2028\u2029]/.test(json) ? json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') : json
}

/** @param nextStep how a caller gets the rest of a truncated result */
export function successResult(value: unknown, nextStep?: string): CallToolResult {
  const whole = truncate(isObject(value) ? value : { result: value ?? null }, nextStep)
  const json = JSON.stringify(whole)
  const isClean = !mayHaveControlCharacters.test(json)
  const structuredContent = (isClean ? whole : removeControlCharacters(JSON.parse(json))) as Record<string, unknown>
  const text = escapeLineSeparators(isClean ? json : JSON.stringify(structuredContent))
  return { content: [{ type: 'text', text }], structuredContent }
}

export function errorResult(prose: string): CallToolResult {
  return { content: [{ type: 'text', text: prose.replace(controlCharacters, '') }], isError: true }
}
