// The `datetime` property kind: an instant. Accepts ISO 8601; stored and returned in UTC with milliseconds.
import { createLabel, createMessage } from '../../foundation/message.js'
import { formatIsoTime, isDay } from '../../foundation/clock.js'
import {
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  Refusal,
  type SchemaUse,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
  isAlwaysRequired,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'

export interface DatetimeOptions {
  /** True: a date without a time stays a date. For inputs of actions, which convert it in the time zone of the shop. */
  readonly dates?: boolean
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/
const storedFormat = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const longMonths: ReadonlySet<number> = new Set([1, 3, 5, 7, 8, 10, 12])

function daysOfMonth(year: number, month: number): number {
  if (month !== 2) return longMonths.has(month) ? 31 : 30
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Parses two digits at an index. */
function parseTwoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
}

/** True if the text is a stored instant with a valid date. Avoids `Date` because each write of a record calls it. */
function isStoredTime(text: string): boolean {
  if (text.length !== 24 || !storedFormat.test(text)) return false
  const month = parseTwoDigits(text, 5)
  const day = parseTwoDigits(text, 8)
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(parseTwoDigits(text, 0) * 100 + parseTwoDigits(text, 2), month))
    return false
  return parseTwoDigits(text, 11) < 24 && parseTwoDigits(text, 14) < 60 && parseTwoDigits(text, 17) < 60
}

/** Parses an ISO 8601 date or time to milliseconds since the epoch, as UTC if there is no offset. Null if invalid. */
function parseTime(text: string): number | null {
  const match = iso.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, milliseconds)
  const isValidDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  if (!isValidDate || minute > 59 || second > 59) return null
  const zone = match[8] ?? 'Z'
  if (zone === 'Z') return date.getTime()
  const [zoneHours, zoneMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  if (zoneHours > 23 || zoneMinutes > 59) return null
  const offset = (zoneHours * 60 + zoneMinutes) * 60_000
  return date.getTime() - (zone.startsWith('-') ? -offset : offset)
}

const isAcceptedDate = (text: string, { options }: Property<DatetimeOptions>): boolean => options.dates === true && isDay(text)

export const datetimeKind: PropertyKind<DatetimeOptions> = {
  name: 'datetime',
  control: 'datetime',
  filter: 'range',
  column: (property): Column => ({ type: 'key', length: 24, nullable: !isAlwaysRequired(property) }),
  schema(property, use: SchemaUse): JsonSchema {
    const type = isAlwaysRequired(property) ? 'string' : ['string', 'null']
    return use === 'write' ? { type } : { type, format: 'date-time' }
  },
  typeText: (property) => (isAlwaysRequired(property) ? 'string' : 'string | null'),
  prepare(value, property) {
    if (value === '') return null
    if (typeof value === 'string' && (isStoredTime(value) || isAcceptedDate(value, property))) return value
    const time = typeof value === 'string' ? parseTime(value) : null
    return time === null ? value : formatIsoTime(time)
  },
  validate: (value, property) =>
    typeof value === 'string' && (isStoredTime(value) || isAcceptedDate(value, property))
      ? []
      : [new Refusal(createMessage('fields.dateRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE')],
  empty: null,
}

/** An instant. */
export function datetime<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions<DatetimeOptions>>,
): Typed<DatetimeOptions, G, string>
export function datetime(
  label: string,
  { dates, ...propertyOptions }: FactoryOptions<DatetimeOptions> = {},
): UnnamedProperty<DatetimeOptions> {
  return { kind: datetimeKind, label, ...propertyOptions, options: { ...(dates && { dates }) } }
}
