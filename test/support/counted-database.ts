// A database that counts every step of those who use it, BEGIN and COMMIT too, so that a test can stop them at any.
import type { Database } from '../../core/storage/database/connection.js'
import type { DriverTransaction, Session } from '../../core/storage/database/driver.js'

/** @param step called before each statement is sent, and for a COMMIT, of which it is told, once more while that is on its way */
export function countedDatabase(opened: Database, step: (what?: 'commit') => void): Database {
  const counted = (on: Session): Session => ({
    query(sql, params) {
      step()
      return on.query(sql, params)
    },
    run(sql, params) {
      step()
      return on.run(sql, params)
    },
    execute(sql) {
      step()
      return on.execute(sql)
    },
  })
  const { driver } = opened
  async function begin(): Promise<DriverTransaction> {
    step()
    const transaction = await driver.begin()
    return {
      ...counted(transaction),
      commit() {
        step('commit')
        const committing = transaction.commit()
        step('commit')
        return committing
      },
      rollback: () => transaction.rollback(),
    }
  }
  return {
    ...opened,
    query(sql, params) {
      step()
      return opened.query(sql, params)
    },
    run(sql, params) {
      step()
      return opened.run(sql, params)
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
