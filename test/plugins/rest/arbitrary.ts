// Random valid and invalid values of a property, from the write schema of its kind.
import { isSingleLine, lineBreak, type StringOptions } from '#core/model/properties/string.js'
import * as fc from 'fast-check'
import type { Property } from '../../../core/foundation/property/kind.js'
import { getJoinOptions } from '../../../core/model/entity/ownership.js'

type Schema = Readonly<Record<string, unknown>>

/** Any text that JSON and both databases support: no NUL, no unpaired surrogates. */
function text(maxLength: number): fc.Arbitrary<string> {
  const plain = fc.constantFrom(...'abcXYZ019 äß€😀"\'\\%_;<&\n\t')
  return fc
    .array(plain, { maxLength: Math.min(maxLength, 30) })
    .map((characters) => [...characters.join('')].slice(0, maxLength).join('').trim())
}

function numbers(schema: Schema, scale: number): fc.Arbitrary<number> {
  const factor = 10 ** scale
  const min = Math.max(Number(schema.minimum ?? -1e9), -1e9)
  const max = Math.min(Number(schema.maximum ?? 1e9), 1e9)
  return fc.integer({ min: Math.ceil(min * 1000), max: Math.floor(max * 1000) }).map((thousandths) => {
    const value = scale === 0 ? Math.trunc(thousandths / 1000) : Math.round((thousandths / 1000) * factor) / factor
    return Object.is(value, -0) ? 0 : Math.max(min, value)
  })
}

const moments = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Values that read back as written. Null for kinds with separate tests (rules, bodies, patterns, rich text). */
export function validValues(property: Property, ids: readonly number[]): fc.Arbitrary<unknown> | null {
  const schema = property.kind.schema(property, 'write')
  if (!schema || property.readOnly || property.apiSensitive) return null
  const required = property.required === true
  const optional = (values: fc.Arbitrary<unknown>) =>
    required ? values : fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 5, arbitrary: values })
  if (getJoinOptions(property)) return ids.length === 0 ? null : optional(fc.constantFrom(...ids))
  const options = property.options as StringOptions & { readonly scale?: number }
  const types = [schema.type].flat()
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.filter((value) => value !== null && value !== ''))
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('integer') || types.includes('number')) return optional(numbers(schema, options.scale ?? 0))
  if (!types.includes('string') || schema.pattern !== undefined || options.html || options.form) return null
  if (property.kind.filter === 'range') return optional(moments)
  if (property.kind.filter !== 'search') return null
  const words = text(Number(schema.maxLength ?? 255)).filter((value) => !(isSingleLine(options) && lineBreak.test(value)))
  return required ? words.map((value) => value || 'x') : words
}

const notText = fc.constantFrom<unknown>({ a: 1 }, [1], ['x'], { $ne: null })

/** Values that are invalid for every property of the kind. */
export function invalidValues(property: Property): fc.Arbitrary<unknown> | null {
  const schema = property.kind.schema(property, 'write')
  if (!schema || property.readOnly || property.apiSensitive) return null
  if (getJoinOptions(property)) return fc.constantFrom<unknown>(0, -1, 1.5, 'x', true, [1], { id: 1 }, 987_654_321, '1 OR 1=1')
  const types = [schema.type].flat()
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>('no-such-choice', 1.5, ['none'], { a: 1 }, 'constructor')
  if (types.includes('boolean')) return fc.constantFrom<unknown>('perhaps', 2, -1, [true], {}, 'TRUE ')
  if (types.includes('integer'))
    return fc.oneof(notText, fc.constantFrom<unknown>('abc', 1.5, true, '1.5', '12abc', 'NaN', 'Infinity', '0x10'))
  if (types.includes('number'))
    return fc.oneof(notText, fc.constantFrom<unknown>('abc', true, '1,5', 'NaN', 0.123456789012345, '1e3'))
  if (!types.includes('string')) return fc.constantFrom<unknown>('text', 7, true)
  const long = fc.integer({ min: 1, max: 20 }).map((extra) => 'x'.repeat(Number(schema.maxLength ?? 65_535) + extra))
  const bad = fc.oneof(notText, fc.constantFrom<unknown>(7, true))
  if (property.kind.filter === 'range')
    return fc.oneof(bad, fc.constantFrom<unknown>('yesterday', '2026-02-30', '2026-13-01', '12:00'))
  return property.kind.filter === 'search' ? fc.oneof(bad, long) : bad
}
