// The values in rules and terms, and the operators that compare them.

/** A value in a rule, a term, a field of a customer group or an argument. */
export type Scalar = string | number | boolean

/** The kind of a field. `choice`: the id of an answer. `date`: an ISO 8601 date, compared as a timestamp. */
export type FieldKind = 'choice' | 'number' | 'date' | 'text' | 'boolean'

export const orderedOperators = ['==', '!=', '>=', '<=', '>', '<'] as const
export type Operator = (typeof orderedOperators)[number]

const equality: readonly Operator[] = ['==', '!=']

/** The operators for a kind. Answers, texts and booleans can only be compared for equality. */
export function operatorsOf(kind: FieldKind): readonly Operator[] {
  return kind === 'number' || kind === 'date' ? orderedOperators : equality
}

export function isOperator(value: unknown): value is Operator {
  return typeof value === 'string' && (orderedOperators as readonly string[]).includes(value)
}

/** A decimal number as text, for example `-12.50`. No exponent, no spaces. */
export const decimalPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** The number that the whole text represents, or null. */
export function numberOf(text: string): number | null {
  const trimmed = text.trim()
  return trimmed.length <= 40 && decimalPattern.test(trimmed) ? Number(trimmed) : null
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Milliseconds since the epoch of an ISO 8601 date or time (UTC without a zone), or null. */
export function timestampOf(text: string): number | null {
  const match = isoDate.exec(text)
  if (!match) return null
  const month = Number(match[2])
  const day = Number(match[3])
  const daysInMonth = new Date(Date.UTC(Number(match[1]), month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return null
  const withZone = match[4] === undefined || match[7] !== undefined ? text : `${text}Z`
  const time = Date.parse(withZone)
  return Number.isNaN(time) ? null : time
}

// Comparison of values. The only place that defines how missing selections compare.

/** Converts a value for the comparison as the given kind. Null if the value is not of that kind. */
export function toComparable(value: Scalar, kind: FieldKind): string | number | boolean | null {
  switch (kind) {
    case 'text':
      return String(value)
    case 'boolean':
      if (typeof value === 'boolean') return value
      return value === 1 || value === '1' ? true : value === 0 || value === '0' ? false : null
    case 'date':
      return typeof value === 'number' ? value : timestampOf(String(value))
    default:
      return typeof value === 'number' ? value : typeof value === 'string' ? numberOf(value) : null
  }
}

/** Applies an operator to two numbers. NaN on the left is a missing value, for which only `!=` is true. */
export function compareNumbers(left: number, operator: Operator, right: number): boolean {
  switch (operator) {
    case '==':
      return left === right
    case '!=':
      return left !== right
    case '>=':
      return left >= right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '<':
      return left < right
  }
}

/** Applies an operator. For a missing left side `== ''` and `!= x` are true, everything else is false. */
export function compareScalars(left: Scalar | null, operator: Operator, right: Scalar, kind: FieldKind): boolean {
  if (right === '') {
    const isMissing = left === null || left === ''
    return operator === '==' ? isMissing : operator === '!=' ? !isMissing : false
  }
  const a = left === null || left === '' ? null : toComparable(left, kind)
  const b = toComparable(right, kind)
  if (a === null || b === null) return operator === '!='
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, operator, b)
  return operator === '==' ? a === b : operator === '!=' ? a !== b : false
}

/** Appends the unit to a typed entry. Answers have no unit. */
export const formatWithUnit = (entry: string, unit: string): string => (unit === '' ? entry : `${entry} ${unit}`)
