// A clock whose time tests set and advance.
import type { Clock } from '../../core/foundation/clock.js'

export interface TestClock extends Clock {
  time: number
}

/** Stays at `time`, by default 2030-01-01, until the test changes it. */
export function createTestClock(time = Date.UTC(2030, 0, 1)): TestClock {
  return {
    time,
    now(this: TestClock) {
      return this.time
    },
  }
}
