// The time, as a dependency: tests move it.
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** Milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601 in UTC with milliseconds: the one form in which dates are stored and sent. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
