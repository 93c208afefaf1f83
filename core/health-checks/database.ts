// Checks the database: availability, version, settings and durability.
import { defineHealthCheck, type HealthReport } from '../health-check/define.js'

export const database = defineHealthCheck({
  name: 'database',
  description: 'The database: its version, settings and durability.',
  async examine({ app: { context } }): Promise<readonly HealthReport[]> {
    const { database: opened } = context
    if (opened.dialect.name === 'sqlite') return (await import('../health-check/database/sqlite.js')).checkSqliteDatabase(opened)
    return (await import('../health-check/database/server.js')).checkDatabaseServer(opened, context.clock.now())
  },
})
