// A clock that tests set and move.
import type { Clock } from '../../core/foundation/clock.js'

export interface TestClock extends Clock {
  time: number
}

/** Stands still at the moment, 2030-01-01 if left out, until its `time` is changed. */
export function createTestClock(time = Date.UTC(2030, 0, 1)): TestClock {
  return {
    time,
    now(this: TestClock) {
      return this.time
    },
  }
}
