// The `number` property kind: an integer, or a decimal that is stored exactly as a scaled integer.
import { createLabel, createMessage } from '../../foundation/message.js'
import {
  Refusal,
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  type SchemaUse,
  type UnnamedProperty,
  type Typed,
  isAlwaysRequired,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'

export interface NumberOptions {
  /** Stored decimal places: 0 for integers, 4 for money, weights and rates, 8 for factors. */
  readonly scale: 0 | 4 | 8
  readonly min?: number
  readonly max?: number
}

/** Maximum per scale: the largest value that fits a 64-bit column and that a double represents exactly. */
const limits: Readonly<Record<NumberOptions['scale'], number>> = {
  0: Number.MAX_SAFE_INTEGER,
  4: 922_337_203_685_477,
  8: 92_233_720_368,
}
const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
/** Maximum length of a number as text, in characters. */
const maximumTextLength = 40
const significantDigits = 15
const factors: Readonly<Record<number, number>> = { 4: 1e4, 8: 1e8 }
const noRefusals: readonly Refusal[] = Object.freeze([])

/** Digits and power of ten of the shortest decimal text of the number: 12.5 is `{digits: '125', exponent: -1}`. */
function decimalParts(value: number): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  return { digits, exponent: Number(power) - (digits.length - 1) }
}

/** Fast path: the number times 10^scale if that is a whole number of at most 15 digits; null if exact arithmetic is required. */
function scaleUpFast(value: number, scale: number): number | null {
  const factor = factors[scale] ?? 10 ** scale
  const whole = Math.round(value * factor)
  return Math.abs(whole) < 1e15 && whole / factor === value ? whole : null
}

/** The number times 10^scale, exactly. The value must be valid. */
function scaleUp(value: number, scale: number): number | bigint {
  const fast = scaleUpFast(value, scale)
  if (fast !== null) return fast + 0
  const { digits, exponent } = decimalParts(value)
  const scaled = BigInt(digits) * 10n ** BigInt(Math.max(0, exponent + scale)) * (value < 0 ? -1n : 1n)
  const asNumber = Number(scaled)
  return Number.isSafeInteger(asNumber) ? asNumber : scaled
}

/** The double nearest to stored / 10^scale. A division of two exact doubles rounds once. */
function scaleDown(stored: number | bigint | string, scale: number): number {
  const whole = Number(stored)
  if (Number.isSafeInteger(whole)) return whole / 10 ** scale
  const text = String(stored)
  return Number(`${text.slice(0, -scale)}.${text.slice(-scale)}`)
}

/** True for number texts that forms send. */
function isDecimalText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maximumTextLength && decimalText.test(value)
}

/** Returns why the number cannot be stored with this scale; null if it can. Also used for matrix cells and prices inside JSON. */
export function validateNumber(label: string, value: unknown, options: NumberOptions): Refusal | null {
  const { scale, min = -limits[scale], max = limits[scale] } = options
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    if (isDecimalText(value)) {
      return new Refusal(
        createMessage('fields.tooManyDigits', { field: createLabel('field', label), count: significantDigits }),
        'OUT_OF_RANGE',
      )
    }
    const message =
      scale === 0
        ? createMessage('fields.wholeNumberRequired', { field: createLabel('field', label) })
        : createMessage('fields.numberRequired', { field: createLabel('field', label) })
    return new Refusal(message, 'WRONG_TYPE')
  }
  if (scale === 0 && !Number.isInteger(value))
    return new Refusal(createMessage('fields.wholeNumberRequired', { field: createLabel('field', label) }))
  if (value < min)
    return new Refusal(createMessage('fields.atLeast', { field: createLabel('field', label), least: min }), 'OUT_OF_RANGE')
  if (value > max)
    return new Refusal(createMessage('fields.atMost', { field: createLabel('field', label), most: max }), 'OUT_OF_RANGE')
  if (scale === 0 || scaleUpFast(value, scale) !== null) return null
  const { digits, exponent } = decimalParts(value)
  if (digits.length > significantDigits) {
    return new Refusal(
      createMessage('fields.tooManyDigits', { field: createLabel('field', label), count: significantDigits }),
      'OUT_OF_RANGE',
    )
  }
  if (exponent < -scale)
    return new Refusal(
      createMessage('fields.tooManyDecimals', { field: createLabel('field', label), count: scale }),
      'OUT_OF_RANGE',
    )
  return null
}

/** Converts form text to a number if no precision is lost. Other values are left for validation. */
export function prepareNumber(value: unknown): unknown {
  if (value === '') return null
  if (Object.is(value, -0)) return 0
  if (!isDecimalText(value)) return value
  const digits = value.replace(/[+.-]/g, '').replace(/^0+/, '')
  const number = Number(value) + 0
  const isExact = value.includes('.') ? digits.replace(/(?<!0)0+$/, '').length <= significantDigits : Number.isSafeInteger(number)
  return isExact ? number : value
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
    return refusal ? [refusal] : noRefusals
  },
  store: (value, property) => (property.options.scale === 0 ? Number(value) : scaleUp(Number(value), property.options.scale)),
  hints: ({ options: { scale, min = null, max = null } }) => ({ scale, min, max }),
  mapAmounts: (value, change) => change(Number(value)),
  empty: null,
  present: (stored, property) => scaleDown(stored as number | string, property.options.scale),
}

/** A whole number, or a decimal with `scale`. */
export function number<const G extends FactoryOptions<Partial<NumberOptions>> = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions<Partial<NumberOptions>>>,
): Typed<NumberOptions, G, number>
export function number(
  label: string,
  propertyOptions: FactoryOptions<Partial<NumberOptions>> = {},
): UnnamedProperty<NumberOptions> {
  const { scale = 0, min, max, ...common } = propertyOptions
  return { kind: numberKind, label, ...common, options: { scale, min, max } }
}

/** A decimal with four places: money, weights, rates and percentages. */
export function decimal<const G extends FactoryOptions<Partial<NumberOptions>> = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions<Partial<NumberOptions>>>,
): Typed<NumberOptions, G, number>
export function decimal(
  label: string,
  propertyOptions: FactoryOptions<Partial<NumberOptions>> = {},
): UnnamedProperty<NumberOptions> {
  return number(label, { scale: 4, ...propertyOptions })
}
