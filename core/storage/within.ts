// A context whose reads go through an open unit: what computes prices and replies sees there what the unit has written.
import type { Context } from './context.js'
import type { Unit } from './database/unit.js'

/** The same app, seen from inside the unit; the context as it is where there is none. Writes are still given the unit itself. */
export function within(context: Context, u: Unit | undefined): Context {
  if (u === undefined) return context
  const database = {
    ...context.database,
    query: u.query.bind(u),
    run: u.run.bind(u),
  }
  return Object.freeze({ ...context, database })
}
