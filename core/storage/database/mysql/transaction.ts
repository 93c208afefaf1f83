// What units get of Sequelize's transactions on a server: told when they are over, begun anew where their connection was dead before.
import type { DriverTransaction } from '../driver.js'
import { isAway } from './away.js'

/** Calls back once when the transaction is over, however it ends. */
export function ending(transaction: DriverTransaction, over: () => void): DriverTransaction {
  let open = true
  const end = (): void => {
    if (open) over()
    open = false
  }
  return {
    ...transaction,
    async commit() {
      await transaction.commit()
      end()
    },
    rollback: () => transaction.rollback().finally(end),
  }
}

/** Where the first statement finds its connection dead, nothing has been done yet: it is sent once more, in another transaction. */
export function firm(first: DriverTransaction, again: () => Promise<DriverTransaction>): DriverTransaction {
  let held = first
  let untouched = true
  function ask<T>(deed: (on: DriverTransaction) => Promise<T>): Promise<T> {
    if (!untouched) return deed(held)
    untouched = false
    return deed(held).catch(async (error: unknown) => {
      if (!isAway(error)) throw error
      await held.rollback()
      held = await again()
      return deed(held)
    })
  }
  return {
    query: (sql, params) => ask((on) => on.query(sql, params)),
    run: (sql, params) => ask((on) => on.run(sql, params)),
    execute(sql) {
      // DDL commits by itself: whoever lost its answer cannot know.
      untouched = false
      return held.execute(sql)
    },
    commit: () => held.commit(),
    rollback: () => held.rollback(),
  }
}
