// Wraps a database and counts every statement, BEGIN and COMMIT, so a test can stop a process at any step.
import type { Database } from '../../core/storage/database/connection.js'
import type { DriverTransaction, SqlSession } from '../../core/storage/database/dialect.js'

/** Waits for the step if it returns a promise. */
const runAfter = <T>(pending: void | Promise<void>, then: () => Promise<T>): Promise<T> => (pending ? pending.then(then) : then())

/**
 * @param step called before each statement, which waits for a returned promise. For a COMMIT it is called with 'commit' twice: before the
 * COMMIT, which waits, and again while the COMMIT is in progress, without waiting
 */
export function countStatements(opened: Database, step: (what?: 'commit') => void | Promise<void>): Database {
  const counted = (on: SqlSession): SqlSession => ({
    query(sql, params) {
      return runAfter(step(), () => on.query(sql, params))
    },
    run(sql, params) {
      return runAfter(step(), () => on.run(sql, params))
    },
    execute(sql) {
      return runAfter(step(), () => on.execute(sql))
    },
  })
  const { driver } = opened
  async function begin(): Promise<DriverTransaction> {
    await step()
    const transaction = await driver.begin()
    return {
      ...counted(transaction),
      commit() {
        return runAfter(step('commit'), () => {
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
      return runAfter(step(), () => opened.query(sql, params))
    },
    run(sql, params) {
      return runAfter(step(), () => opened.run(sql, params))
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
