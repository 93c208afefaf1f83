// Converts rules to text and back without loss: one line if possible, otherwise JSON.
import { formatRuleLine, LineRefusal, parseRuleLine, type SheetNames } from '#core/surface.js'
import { formatParserMessage } from '../wording/parser-message.js'
import type { TextProblem } from '../text/completion-types.js'
import { parseBoundedJson } from '../text/bounded-json.js'

export interface RuleText {
  readonly text: string
  readonly isJson: boolean
}

const isRuleObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An invalid typed line is returned unchanged. */
export function formatRuleText(rule: unknown, names: SheetNames): RuleText {
  if (rule === null || rule === undefined) return { text: '', isJson: false }
  if (typeof rule === 'string') return { text: rule, isJson: false }
  const line = isRuleObject(rule) ? formatRuleLine(rule, names) : null
  return line === null ? { text: JSON.stringify(rule, null, 2), isJson: true } : { text: line, isJson: false }
}

/** Position of a JSON syntax error, if the JavaScript engine reports it. */
function parseErrorPosition(message: string): number | null {
  const match = /position (\d+)/.exec(message)
  return match ? Number(match[1]) : null
}

/** The rule of a text, or the error. */
export function parseRuleText(text: string, names: SheetNames): { readonly rule: unknown } | { readonly problem: TextProblem } {
  if (text.trim() === '') return { rule: null }
  try {
    return { rule: text.trimStart().startsWith('{') ? parseBoundedJson(text) : parseRuleLine(text, names) }
  } catch (error) {
    if (error instanceof LineRefusal)
      return { problem: { message: formatParserMessage(error.problem), at: error.at === undefined ? null : error.at - 1 } }
    if (error instanceof SyntaxError) return { problem: { message: error.message, at: parseErrorPosition(error.message) } }
    throw error
  }
}
