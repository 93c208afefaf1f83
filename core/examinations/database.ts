// Checks the database: availability, version, settings and durability.
import { defineExamination, type Opinion } from '../examination/define.js'

export const database = defineExamination({
  name: 'database',
  description: 'The database: its version, settings and durability.',
  async examine({ app: { context } }): Promise<readonly Opinion[]> {
    const { database: opened } = context
    if (opened.dialect.name === 'sqlite') return (await import('../examination/database/sqlite.js')).examineSqlite(opened)
    return (await import('../examination/database/server.js')).examineServer(opened, context.clock.now())
  },
})
