// Comparison of values. The only place that defines how missing selections compare.
import { type FieldKind, numberOf, type Operator, type Scalar, timestampOf } from './value.js'

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
