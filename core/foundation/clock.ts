// The current time as a dependency, calendar days in a time zone (formatted `2026-11-30`), and the durations of operations.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** One minute in milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const systemClock: Clock = { now: () => Date.now() }

/** Formats ISO 8601 in UTC with milliseconds, the only format in which times are stored and sent. */
export function formatIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const namePattern = /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)*$/

/** True for an IANA name that the runtime supports, such as `Europe/Berlin` and `UTC`. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > 100 || !namePattern.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const maximumFormats = 100

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size < maximumFormats) formats.set(timeZone, format)
  return format
}

/** The last conversion by zone: one request asks for the same second several times. */
const lastWallTimes = new Map<string, { readonly second: number; readonly wall: number }>()

/** The local date and time of an instant to the second, interpreted as UTC, in milliseconds. */
function toWallTime(time: number, timeZone: string): number {
  const second = Math.floor(time / 1_000)
  const last = lastWallTimes.get(timeZone)
  if (last?.second === second) return last.wall
  const wall = computeWallTime(time, timeZone)
  if (last || lastWallTimes.size < maximumFormats) lastWallTimes.set(timeZone, { second, wall })
  return wall
}

function computeWallTime(time: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(time)
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value)
  const wall = new Date(0)
  // `Date.UTC` reads years below 100 as years of the last century.
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  return wall.setUTCHours(part('hour'), part('minute'), part('second'))
}

/** The moment at which clocks show the wall time: the first if they show it twice, the later reading if they skip it. */
function fromWallTime(wall: number, timeZone: string): number {
  const toTime = (guess: number): number => wall - (toWallTime(guess, timeZone) - guess)
  // The offsets before and after a change of the clocks.
  const times = [toTime(wall - day), toTime(wall + day)]
  const matches = times.filter((time) => toWallTime(time, timeZone) === wall)
  return matches.length === 0 ? Math.max(...times) : Math.min(...matches)
}

/** The day of an instant (milliseconds since the epoch). */
export function dayOf(time: number, timeZone: string): string {
  return new Date(toWallTime(time, timeZone)).toISOString().slice(0, 10)
}

/** True for an existing day such as `2026-11-30`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

/** The day `count` days later, or earlier if negative. */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(date) + count * day).toISOString().slice(0, 10)
}

/** The start of a day in milliseconds since the epoch: 01:00 if clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): number {
  return fromWallTime(Date.parse(day), timeZone)
}

/** The last millisecond of a day. */
export function endOfDay(day: string, timeZone: string): number {
  return startOfDay(addDays(day, 1), timeZone) - 1
}

const localTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** The moment as clocks of the zone show it, to the minute: `2027-01-01T00:30`. */
export function formatLocalTime(time: number, timeZone: string): string {
  return new Date(toWallTime(time, timeZone)).toISOString().slice(0, 16)
}

/** The moment of a day and time such as `2027-01-01T00:30` in the zone; null for any other text. */
export function parseLocalTime(text: string, timeZone: string): number | null {
  const wall = localTimePattern.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(wall) ? null : fromWallTime(wall, timeZone)
}

// Reports the duration of operations to listeners. Without listeners nothing is measured.

/** Operations: product evaluations, tasks, mail delivery, calls of the advisor's vendor, and the time until its first word. */
export type TimedOperation = 'engine' | 'task' | 'mail' | 'vendor' | 'first-word'

/** Receives the operation, its name, the duration in seconds and whether it succeeded. */
export type TimingListener = (operation: TimedOperation, name: string, seconds: number, succeeded: boolean) => void

export class Timings {
  private readonly listeners = new Set<TimingListener>()

  /** Registers a listener. Returns a function that removes it. */
  watch(listener: TimingListener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Measures a synchronous function. */
  measureSync<T>(operation: TimedOperation, name: string, work: () => T): T {
    const end = this.start(operation, name)
    let succeeded = false
    try {
      const result = work()
      succeeded = true
      return result
    } finally {
      end(succeeded)
    }
  }

  /** Measures an asynchronous function until its promise settles. */
  async measure<T>(operation: TimedOperation, name: string, work: () => Promise<T>): Promise<T> {
    const end = this.start(operation, name)
    let succeeded = false
    try {
      const result = await work()
      succeeded = true
      return result
    } finally {
      end(succeeded)
    }
  }

  /** Starts a measurement. The returned function ends it. */
  start(operation: TimedOperation, name: string): (succeeded: boolean) => void {
    if (this.listeners.size === 0) return doNothing
    const startTime = performance.now()
    return (succeeded) => {
      const seconds = (performance.now() - startTime) / 1000
      for (const listener of this.listeners) listener(operation, name, seconds, succeeded)
    }
  }
}

const doNothing = (): void => undefined
