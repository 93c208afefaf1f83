// The database: that it answers, which one it is, and whether it keeps what it is given.
import { defineExamination, type Opinion } from '../examination/define.js'

export const database = defineExamination({
  name: 'database',
  description: 'The database: its version, its settings, and whether it keeps what it is given.',
  async examine({ app: { context } }): Promise<readonly Opinion[]> {
    const { database: opened } = context
    if (opened.dialect.name === 'sqlite') return (await import('../examination/database/sqlite.js')).examineSqlite(opened)
    return (await import('../examination/database/server.js')).examineServer(opened, context.clock.now())
  },
})
