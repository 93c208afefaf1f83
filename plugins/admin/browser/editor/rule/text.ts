// The text form of a rule: one line where a line can say it, else JSON; both ways, and without loss.
import { readRuleLine, spellRuleLine } from '#core/transfer/sheet/rule-line.js'
import { LineRefusal } from '#core/transfer/sheet/tokens.js'
import type { SheetNames } from '#core/transfer/sheet/names.js'
import type { TextProblem } from '../text/define.js'
import { readJson } from '../text/read-json.js'

export interface RuleText {
  readonly text: string
  readonly isJson: boolean
}

const isShape = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A line that was typed and means nothing comes back as it is. */
export function spellRule(rule: unknown, names: SheetNames): RuleText {
  if (rule === null || rule === undefined) return { text: '', isJson: false }
  if (typeof rule === 'string') return { text: rule, isJson: false }
  const line = isShape(rule) ? spellRuleLine(rule, names) : null
  return line === null ? { text: JSON.stringify(rule, null, 2), isJson: true } : { text: line, isJson: false }
}

/** Where JSON ends to be JSON, as far as the engine says so. */
function placeIn(message: string): number | null {
  const found = /position (\d+)/.exec(message)
  return found ? Number(found[1]) : null
}

/** The rule that a text means, or what is wrong with it. */
export function readRuleText(text: string, names: SheetNames): { readonly rule: unknown } | { readonly problem: TextProblem } {
  if (text.trim() === '') return { rule: null }
  try {
    return { rule: text.trimStart().startsWith('{') ? readJson(text) : readRuleLine(text, names) }
  } catch (error) {
    if (error instanceof LineRefusal)
      return { problem: { message: error.message, at: error.at === undefined ? null : error.at - 1 } }
    if (error instanceof SyntaxError) return { problem: { message: error.message, at: placeIn(error.message) } }
    throw error
  }
}
