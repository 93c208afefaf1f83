// A database that counts every step of those who use it, BEGIN and COMMIT too, so that a test can stop them at any.
import type { Database } from '../../core/storage/database/connection.js'
import type { DriverTransaction, Session } from '../../core/storage/database/driver.js'

/** Waits for what a step has begun, where it has. */
const after = <T>(begun: void | Promise<void>, then: () => Promise<T>): Promise<T> => (begun ? begun.then(then) : then())

/**
 * @param step called before each statement is sent, which waits for what the step gives back; and for a COMMIT, of which it is told,
 * once more while that is on its way, for which nobody waits
 */
export function countedDatabase(opened: Database, step: (what?: 'commit') => void | Promise<void>): Database {
  const counted = (on: Session): Session => ({
    query(sql, params) {
      return after(step(), () => on.query(sql, params))
    },
    run(sql, params) {
      return after(step(), () => on.run(sql, params))
    },
    execute(sql) {
      return after(step(), () => on.execute(sql))
    },
  })
  const { driver } = opened
  async function begin(): Promise<DriverTransaction> {
    await step()
    const transaction = await driver.begin()
    return {
      ...counted(transaction),
      commit() {
        return after(step('commit'), () => {
          const committing = transaction.commit()
          void step('commit')
          return committing
        })
      },
      rollback: () => transaction.rollback(),
    }
  }
  return {
    ...opened,
    query(sql, params) {
      return after(step(), () => opened.query(sql, params))
    },
    run(sql, params) {
      return after(step(), () => opened.run(sql, params))
    },
    driver: {
      ...counted(driver),
      begin,
      load: () => driver.load(),
      backup: () => driver.backup(),
      view: () => driver.view(),
      close: () => driver.close(),
    },
  }
}
