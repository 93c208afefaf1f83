// Parses numbers as people write them: national separators, units, currencies, bounds. Ambiguous numbers are never guessed.
import { createMessage, type FileFindings, formatValue, parseNumber, parseNumberWith } from 'product-configurator-service'
import type { DecimalChoice, MatrixOptions, SourceCell } from './define.js'

const digitsPattern = /[-+]?\d[\d.,'’\u00a0\u202f ]*/u
const upToPattern = /^(?:up to|bis zu|bis|max\.?|≤|<=|<|to|עד)[ \u00a0]*(?=\d)/iu
const fromPattern = /^(?:from|ab|min\.?|≥|>=|>|von)[ \u00a0]*(?=\d)/iu
const unitPattern = /^[\p{L}"″'′°%µ²³/]{0,10}$/u
const currencyPattern = /^[\p{L}\p{Sc}.]{0,6}$/u

export interface ParsedAmount {
  readonly value: number
  /** Digits with a decimal point. */
  readonly text: string
  /** Text before the number; `after`: text behind it. */
  readonly before: string
  readonly after: string
}

/** The number in a text, and the text before and after it. */
function splitAmount(text: string): { readonly core: string; readonly before: string; readonly after: string } | null {
  const digitsMatch = digitsPattern.exec(text)
  if (!digitsMatch) return null
  const core = digitsMatch[0].trim().replace(/[.,'’]$/u, '')
  return {
    core,
    before: text.slice(0, digitsMatch.index).trim(),
    after: text.slice(digitsMatch.index + digitsMatch[0].trimEnd().length).trim(),
  }
}

/** `12,-` and `12.–` are whole amounts. */
const removeDashes = (text: string): string => text.replace(/[.,][-–—]{1,3}$/u, '')

export function isAmountLike(text: string): boolean {
  const parts = text.length > 60 ? null : splitAmount(text.replace(upToPattern, '').replace(fromPattern, ''))
  return (
    parts !== null &&
    currencyPattern.test(parts.before) &&
    unitPattern.test(parts.after.replace(/^[-–+]/u, '').replace(/[\d., ]/gu, ''))
  )
}

/** The decimal sign that a number shows: null if both readings are equal, 'either' if they differ. */
function detectDecimalSign(core: string): 'comma' | 'point' | 'either' | null {
  const [comma, point] = [parseNotation(core, 'comma'), parseNotation(core, 'point')]
  if (comma === point) return null
  if (comma !== null && point !== null) return 'either'
  return comma === null ? 'point' : 'comma'
}

/** The decimal sign of a number that shows none, in the notation of the language; null if it is ambiguous in the language. */
function resolveDecimalSign(core: string, language: string): DecimalChoice | null {
  const parsed = parseNumber(core, language)
  if (!('number' in parsed)) return null
  return String(Number(parsed.number)) === parseNotation(core, 'comma') ? 'comma' : 'point'
}

/** The decimal sign of all texts; a blocker if the texts disagree or are ambiguous. */
export function detectDecimal(
  texts: Iterable<SourceCell>,
  { decimal: decimalChoice, language }: MatrixOptions,
  findings: FileFindings,
): DecimalChoice {
  if (decimalChoice !== undefined) return decimalChoice
  const cellsBySign = new Map<'comma' | 'point' | 'either', SourceCell>()
  const resolvedSigns = new Set<DecimalChoice>()
  for (const cell of texts) {
    const parts = cell.isNumber ? null : splitAmount(removeDashes(cell.text))
    const sign = parts === null ? null : detectDecimalSign(parts.core)
    const resolved = sign === 'either' && language !== undefined ? resolveDecimalSign(parts!.core, language) : null
    if (resolved !== null) resolvedSigns.add(resolved)
    else if (sign !== null && !cellsBySign.has(sign)) cellsBySign.set(sign, cell)
  }
  const [comma, point, either] = [cellsBySign.get('comma'), cellsBySign.get('point'), cellsBySign.get('either')]
  if (comma && point)
    findings.blocker(
      'number-format',
      createMessage('models.mixedDecimalSigns', {
        comma: formatValue(comma.text),
        commaCell: comma.place,
        point: formatValue(point.text),
        pointCell: point.place,
      }),
      point.line,
    )
  else if (either && !comma && !point) {
    const { core } = splitAmount(removeDashes(either.text))!
    const [first, second] = [parseNotation(core, 'comma'), parseNotation(core, 'point')].map(Number).sort((a, b) => b - a)
    const readings = createMessage('models.either', { first: first!, second: second! })
    findings.blocker(
      'ambiguous-number',
      createMessage('models.numberAmbiguous', { text: formatValue(either.text), cell: either.place, readings }),
      either.line,
    )
  }
  if (comma || point) return comma ? 'comma' : 'point'
  return [...resolvedSigns][0] ?? 'point'
}

/** The number with a decimal point and without trailing zeros; null if it is not a number in that notation. */
function parseNotation(core: string, decimal: DecimalChoice): string | null {
  const number = parseNumberWith(core, decimal === 'comma' ? ',' : '.')
  if (number === null || !/^-?\d{1,15}(\.\d{1,10})?$/.test(number)) return null
  const text = String(Number(number))
  return text.includes('e') ? null : text
}

function parseCellAmount(cell: SourceCell, decimal: DecimalChoice): ParsedAmount | null {
  if (cell.isNumber) return { value: Number(cell.text), text: cell.text, before: '', after: '' }
  const parts = cell.text.length > 100 ? null : splitAmount(removeDashes(cell.text.trim()))
  const text = parts === null ? null : parseNotation(parts.core, decimal)
  return parts === null || text === null ? null : { value: Number(text), text, before: parts.before, after: parts.after }
}

/** A numeric coordinate: `600` is a point, `up to 600` and `from 600` have one bound, `601–760` has both. */
export interface ParsedCoordinate {
  readonly kind: 'point' | 'upTo' | 'from' | 'range'
  /** Digits with a decimal point; null for `up to`. */
  readonly lower: string | null
  /** null for `from`. */
  readonly upper: string | null
  readonly unit: string
}

/** Parses `600`, `600 mm`, `up to 600`, `ab 2 m`, `601–760`, `600+`, `600 mm+`; null if the text is not a number. */
export function parseCellCoordinate(cell: SourceCell, decimal: DecimalChoice): ParsedCoordinate | null {
  const text = cell.text.trim()
  const [isUpTo, isFrom] = [upToPattern.test(text), fromPattern.test(text)]
  const amount = parseCellAmount({ ...cell, text: text.replace(upToPattern, '').replace(fromPattern, '') }, decimal)
  if (amount === null || amount.before !== '') return null
  const range = /^([^\d]{0,12}?)(?:[-–—]|\.\.|bis|to)[ \u00a0]*(?=\d)/u.exec(amount.after)
  if (range) {
    const upper = parseCellAmount({ ...cell, text: amount.after.slice(range[0].length) }, decimal)
    if (upper === null || upper.before !== '' || !unitPattern.test(upper.after) || upper.value < amount.value) return null
    return { kind: 'range', lower: amount.text, upper: upper.text, unit: upper.after }
  }
  const isOpen = amount.after.endsWith('+')
  const unit = isOpen ? amount.after.slice(0, -1).trim() : amount.after
  if (!unitPattern.test(unit) || (isOpen && isUpTo)) return null
  if (isOpen || isFrom) return { kind: 'from', lower: amount.text, upper: null, unit }
  if (isUpTo) return { kind: 'upTo', lower: null, upper: amount.text, unit }
  return { kind: 'point', lower: amount.text, upper: amount.text, unit }
}

/** A price and its currency sign; null if the text is not a price. */
export function parseCellPrice(
  cell: SourceCell,
  decimal: DecimalChoice,
): { readonly text: string; readonly currency: string } | null {
  const amount = parseCellAmount(cell, decimal)
  if (amount === null) return null
  const { before, after } = amount
  const isMinus = /^[-–−]/u.test(before)
  const sign = before.replace(/^[-–−]/u, '').trim()
  if (!currencyPattern.test(sign) || !currencyPattern.test(after) || (sign !== '' && after !== '')) return null
  return { text: isMinus ? String(-amount.value) : amount.text, currency: sign || after }
}
