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

/**
 * Where the first statement finds its connection dead, nothing has been done yet: it is sent once more, in another transaction, unless others
 * were sent behind it.
 */
export function firm(first: DriverTransaction, again: () => Promise<DriverTransaction>): DriverTransaction {
  let held = first
  let asked = 0
  let renewal: Promise<void> | null = null
  async function renew(): Promise<void> {
    await held.rollback()
    held = await again()
  }
  function ask<T>(deed: (on: DriverTransaction) => Promise<T>): Promise<T> {
    asked++
    if (asked > 1) return renewal === null ? deed(held) : renewal.then(() => deed(held))
    return deed(held).catch(async (error: unknown) => {
      if (!isAway(error) || asked > 1) throw error
      renewal = renew()
      await renewal
      return deed(held)
    })
  }
  return {
    query: (sql, params) => ask((on) => on.query(sql, params)),
    run: (sql, params) => ask((on) => on.run(sql, params)),
    execute(sql) {
      // DDL commits by itself: whoever lost its answer cannot know.
      asked++
      return ask((on) => on.execute(sql))
    },
    commit: () => held.commit(),
    async rollback() {
      await renewal?.catch(() => undefined)
      await held.rollback()
    },
  }
}
