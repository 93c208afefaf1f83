// The `number` kind: an integer, or a decimal that is kept exactly as a scaled integer.
import {
  Refusal,
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  type SchemaUse,
  type UnnamedProperty,
  type Typed,
} from '../../ground/property/kind.js'
import { isAlwaysRequired, type Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'

export interface NumberOptions {
  /** Decimal places that are kept: 0 for integers, 4 for money, weights and rates, 8 for factors. */
  readonly scale: 0 | 4 | 8
  readonly min?: number
  readonly max?: number
}

/** A column holds 64 bits; the largest value per scale that a double shows exactly below that. */
const limits: Readonly<Record<NumberOptions['scale'], number>> = {
  0: Number.MAX_SAFE_INTEGER,
  4: 922_337_203_685_477,
  8: 92_233_720_368,
}
const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
/** Characters that a number may be written with. */
const longestText = 40
const significantDigits = 15
const factors: Readonly<Record<number, number>> = { 4: 1e4, 8: 1e8 }
const sound: readonly Refusal[] = Object.freeze([])

/** Digits and power of ten of the shortest text that means the number: 12.5 is `{digits: '125', exponent: -1}`. */
function decimalParts(value: number): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  return { digits, exponent: Number(power) - (digits.length - 1) }
}

/** The number times 10^scale where that is a whole number of at most 15 digits, which is nearly always; null where it takes a closer look. */
function plainlyScaled(value: number, scale: number): number | null {
  const factor = factors[scale] ?? 10 ** scale
  const whole = Math.round(value * factor)
  return Math.abs(whole) < 1e15 && whole / factor === value ? whole : null
}

/** The number times 10^scale, exactly. The value was found sound before. */
function scaleUp(value: number, scale: number): number | bigint {
  const plain = plainlyScaled(value, scale)
  if (plain !== null) return plain + 0
  const { digits, exponent } = decimalParts(value)
  const scaled = BigInt(digits) * 10n ** BigInt(Math.max(0, exponent + scale)) * (value < 0 ? -1n : 1n)
  const small = Number(scaled)
  return Number.isSafeInteger(small) ? small : scaled
}

/** The double nearest to stored / 10^scale; a division of two exact doubles rounds once. */
function scaleDown(stored: number | bigint | string, scale: number): number {
  const whole = Number(stored)
  if (Number.isSafeInteger(whole)) return whole / 10 ** scale
  const text = String(stored)
  return Number(`${text.slice(0, -scale)}.${text.slice(-scale)}`)
}

/** What forms send for a number. */
function isDecimalText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestText && decimalText.test(value)
}

/** Why the number cannot be kept with that scale; null if it can. Matrix cells and prices inside JSON ask here too. */
export function validateNumber(label: string, value: unknown, options: NumberOptions): Refusal | null {
  const { scale, min = -limits[scale], max = limits[scale] } = options
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    if (isDecimalText(value)) {
      return new Refusal(`Field ${label} takes a number of at most ${significantDigits} significant digits.`, 'OUT_OF_RANGE')
    }
    return new Refusal(`Field ${label} takes ${scale === 0 ? 'a whole number' : 'a number'}.`, 'WRONG_TYPE')
  }
  if (scale === 0 && !Number.isInteger(value)) return new Refusal(`Field ${label} takes a whole number.`)
  if (value < min) return new Refusal(`Field ${label} takes ${min} or more.`, 'OUT_OF_RANGE')
  if (value > max) return new Refusal(`Field ${label} takes ${max} or less.`, 'OUT_OF_RANGE')
  if (scale === 0 || plainlyScaled(value, scale) !== null) return null
  const { digits, exponent } = decimalParts(value)
  if (digits.length > significantDigits) {
    return new Refusal(`Field ${label} takes a number of at most ${significantDigits} significant digits.`, 'OUT_OF_RANGE')
  }
  if (exponent < -scale) return new Refusal(`Field ${label} takes at most ${scale} decimal places.`, 'OUT_OF_RANGE')
  return null
}

/** Form text to a number where that loses nothing; everything else is left for the judgement. */
export function prepareNumber(value: unknown): unknown {
  if (value === '') return null
  if (Object.is(value, -0)) return 0
  if (!isDecimalText(value)) return value
  const digits = value.replace(/[+.-]/g, '').replace(/^0+/, '')
  const number = Number(value) + 0
  const meant = value.includes('.') ? digits.replace(/(?<!0)0+$/, '').length <= significantDigits : Number.isSafeInteger(number)
  return meant ? number : value
}

export const numberKind: PropertyKind<NumberOptions> = {
  name: 'number',
  control: 'number',
  column: (property): Column => ({ type: 'bigint', nullable: !isAlwaysRequired(property) }),
  schema(property: Property<NumberOptions>, use: SchemaUse): JsonSchema {
    const { scale, min = -limits[scale], max = limits[scale] } = property.options
    const type = scale === 0 ? 'integer' : 'number'
    const nullable = !isAlwaysRequired(property)
    const shape = { type: nullable ? [type, 'null'] : type }
    if (use !== 'write') return shape
    return { ...shape, minimum: min, maximum: max, ...(scale > 0 ? { description: `At most ${scale} decimal places.` } : {}) }
  },
  typeText: (property) => (isAlwaysRequired(property) ? 'number' : 'number | null'),
  prepare: prepareNumber,
  validate(value, property) {
    const refusal = validateNumber(property.label, value, property.options)
    return refusal ? [refusal] : sound
  },
  store: (value, property) => (property.options.scale === 0 ? Number(value) : scaleUp(Number(value), property.options.scale)),
  hints: ({ options: { scale, min = null, max = null } }) => ({ scale, min, max }),
  present: (stored, property) =>
    typeof stored === 'number' || typeof stored === 'string' ? scaleDown(stored, property.options.scale) : null,
}

/** A whole number, or with `scale` a decimal. */
export function number<const G extends Given<Partial<NumberOptions>> = NoOptions>(
  label: string,
  given?: Exactly<G, Given<Partial<NumberOptions>>>,
): Typed<NumberOptions, G, number>
export function number(label: string, given: Given<Partial<NumberOptions>> = {}): UnnamedProperty<NumberOptions> {
  const { scale = 0, min, max, ...common } = given
  return { kind: numberKind, label, ...common, options: { scale, min, max } }
}

/** Money, weights, rates and percentages: four decimal places. */
export function decimal<const G extends Given<Partial<NumberOptions>> = NoOptions>(
  label: string,
  given?: Exactly<G, Given<Partial<NumberOptions>>>,
): Typed<NumberOptions, G, number>
export function decimal(label: string, given: Given<Partial<NumberOptions>> = {}): UnnamedProperty<NumberOptions> {
  return number(label, { scale: 4, ...given })
}
