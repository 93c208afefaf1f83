// The `datetime` kind: a moment, ISO 8601 in, kept and read in UTC with milliseconds.
import { isoTime } from '../../ground/clock.js'
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type SchemaUse,
  type UnnamedProperty,
} from '../../ground/property/kind.js'
import { type Given, isAlwaysRequired } from '../../ground/property/options.js'

export type DatetimeOptions = Readonly<Record<never, never>>

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/
const stored = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Milliseconds since the epoch of an ISO 8601 date or time, UTC where no zone is given; null for anything else. */
export function parseTime(text: string): number | null {
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
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  if (!exists || minute > 59 || second > 59) return null
  const zone = match[8] ?? 'Z'
  if (zone === 'Z') return date.getTime()
  const [zoneHours, zoneMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  if (zoneHours > 23 || zoneMinutes > 59) return null
  const offset = (zoneHours * 60 + zoneMinutes) * 60_000
  return date.getTime() - (zone.startsWith('-') ? -offset : offset)
}

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
  prepare(value) {
    if (value === '') return null
    const time = typeof value === 'string' ? parseTime(value) : null
    return time === null ? value : isoTime(time)
  },
  validate: (value, property) =>
    typeof value === 'string' && stored.test(value)
      ? []
      : [
          new Refusal(
            `Field ${property.label} takes an ISO 8601 date or time such as 2026-05-01 or 2026-05-01T09:30:00Z.`,
            'WRONG_TYPE',
          ),
        ],
  present: (value) => (value === '' ? null : value),
}

/** A moment in time. */
export function datetime(label: string, given: Given = {}): UnnamedProperty<DatetimeOptions> {
  return { kind: datetimeKind, label, ...given, options: {} }
}
