// The border between the protocol and the tools: the provider that both transports call, and the result of a call.
import { type Message, createMessage } from '#core/contract.js'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { isObject } from '#core/surface.js'

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The tools of one caller. The service and the worker pool implement it. */
export interface ToolProvider {
  listTools(): ListToolsResult | Promise<ListToolsResult>
  /** Throws UnknownToolError if no tool has the name. Every other failure is a result with `isError`. */
  callTool(call: ToolCall, signal: AbortSignal): Promise<CallToolResult>
}

/** The protocol answers it with -32602. */
export class UnknownToolError extends Error {}

const maxDepth = 64
/** Members of one object. No record has as many fields. Lists may be longer. */
const maxMembers = 1_000

/** The error message for arguments outside the bounds, otherwise null. Not recursive. */
export function checkArgumentBounds(value: unknown): Message | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return createMessage('steps.argumentsTooDeep', { most: maxDepth })
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const members: unknown[] = Object.values(item)
      if (!Array.isArray(item) && members.length > maxMembers) {
        return createMessage('steps.tooManyMembers', { count: members.length, most: maxMembers })
      }
      for (const member of members) next.push(member)
    }
    level = next
  }
  return null
}

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

/** Characters of JSON. */
export const resultLimit = 40_000
/** The rest of the limit is for the note about the shortened parts. */
const targetSize = resultLimit - 2_000
const shortestText = 2_000

interface TruncatedPart {
  readonly path: string
  readonly returned: number
  readonly total: number
}

/** A list or a long text inside the result. */
interface LongPart {
  readonly parent: Record<string, unknown>
  readonly key: string
  readonly path: string
  readonly size: number
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** Yields lists and long texts, outermost first. Does not enter a list of two or more items. */
function* longParts(parent: Record<string, unknown>, parentPath: string, depth: number): Generator<LongPart> {
  for (const [key, value] of Object.entries(parent)) {
    const path = Array.isArray(parent) ? `${parentPath}[${key}]` : parentPath === '' ? key : `${parentPath}.${key}`
    const isLong = typeof value === 'string' ? value.length > shortestText : Array.isArray(value) && value.length > 1
    if (isLong) yield { parent, key, path, size: sizeOf(value) }
    else if (typeof value === 'object' && value !== null && depth > 0) {
      yield* longParts(value as Record<string, unknown>, path, depth - 1)
    }
  }
}

/** The longest prefix with at most `target` characters of JSON. */
function prefix(value: readonly unknown[] | string, target: number): readonly unknown[] | string {
  if (typeof value === 'string') {
    const text = value.slice(0, Math.max(shortestText, Math.floor(target * 0.8)))
    return `${text.replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  let size = 2
  const end = value.findIndex((item) => (size += sizeOf(item) + 1) > target)
  return end < 0 ? value : value.slice(0, Math.max(1, end))
}

/**
 * Returns the value if it fits. Otherwise returns a copy with `truncated` (the shortened paths and their full lengths) and
 * `next_step` (how to get the rest).
 */
export function truncate(value: object, nextStep: string): object {
  let size = sizeOf(value)
  if (size <= resultLimit) return value
  const copy = structuredClone(value) as Record<string, unknown>
  const truncated: TruncatedPart[] = []
  const paths = new Set<string>()
  while (size > targetSize) {
    const [longest] = [...longParts(copy, '', 12)].filter(({ path }) => !paths.has(path)).sort((a, b) => b.size - a.size)
    if (!longest) return { truncated: [{ path: '', returned: 0, total: 1 }], next_step: nextStep }
    const { parent, key, path } = longest
    const full = parent[key] as readonly unknown[] | string
    const short = prefix(full, Math.max(500, longest.size - (size - targetSize)))
    parent[key] = short
    paths.add(path)
    truncated.push({ path, returned: Math.min(short.length, full.length), total: full.length })
    size = sizeOf(copy)
  }
  return { ...copy, truncated, next_step: nextStep }
}

/**
 * The value as text and as structure.
 * @param nextStep how a caller gets the rest of a truncated result
 */
export function successResult(value: unknown, nextStep: string): CallToolResult {
  const whole = truncate(isObject(value) ? value : { result: value ?? null }, nextStep)
  const json = JSON.stringify(whole)
  const isClean = !mayHaveControlCharacters.test(json)
  const structuredContent = (isClean ? whole : removeControlCharacters(JSON.parse(json))) as Record<string, unknown>
  const text = escapeLineSeparators(isClean ? json : JSON.stringify(structuredContent))
  return { content: [{ type: 'text', text }], structuredContent }
}

/** The result of a failed call, in prose. */
export function errorResult(prose: string): CallToolResult {
  return { content: [{ type: 'text', text: prose.replace(controlCharacters, '') }], isError: true }
}
