// The current time as a dependency, so tests can set it.
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
