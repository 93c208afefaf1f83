// Structured values in a text column: how JSON is judged, written and read, whatever kind holds it.
import { type Column, Refusal } from './kind.js'
import { flawOf } from './text.js'

export const jsonColumn: Column = { type: 'text', nullable: false }

const deepest = 64
const none: readonly Refusal[] = []

/** Why a structured value cannot be kept as it is: bad texts, numbers that JSON rounds, too deep; empty if it can. */
export function judgeJson(label: string, value: unknown, depth = 0): readonly Refusal[] {
  if (typeof value === 'string') return judgeString(label, value)
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return none
    return [new Refusal(`Field ${label} takes whole numbers up to 9007199254740991 only.`, 'OUT_OF_RANGE')]
  }
  if (value === null || typeof value === 'boolean') return none
  if (typeof value !== 'object') return [new Refusal(`Field ${label} takes JSON values only.`, 'WRONG_TYPE')]
  if (depth >= deepest) return [new Refusal(`Field ${label} takes at most ${deepest} levels of nesting.`)]
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const found = judgeJson(label, item, depth + 1)
      if (found.length > 0) return found
    }
    return none
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') return [new Refusal(`Field ${label} takes no key named '__proto__'.`)]
    const flawed = judgeString(label, key)
    if (flawed.length > 0) return flawed
    const found = judgeJson(label, item, depth + 1)
    if (found.length > 0) return found
  }
  return none
}

function judgeString(label: string, text: string): readonly Refusal[] {
  const flaw = flawOf(text)
  if (flaw === 'nul') return [new Refusal(`Field ${label} takes no NUL characters.`)]
  return flaw === 'surrogate'
    ? [new Refusal(`Field ${label} takes whole characters only; half of a surrogate pair was sent.`)]
    : none
}

/** Column text of a structured value; nothing and the empty list are ''. */
export function storeJson(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return JSON.stringify(value)
}

/** The value of a column text, `empty` for ''. */
export function readJson(stored: unknown, empty: unknown): unknown {
  return stored === '' || stored === null || stored === undefined ? empty : JSON.parse(stored as string)
}
