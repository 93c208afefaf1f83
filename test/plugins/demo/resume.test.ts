// A demo seed that is killed leaves only complete products, and the next seed completes the shop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { createEmptyDatabase, isServerDatabase } from '../../support/database.js'
import { repositoryRoot } from '../../support/repository.js'

interface Run {
  readonly lines: readonly string[]
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Runs `svc svc:demo:seed`, and kills it the given milliseconds after the first part is stored. */
async function seed(url: string, killAfter: number | null): Promise<Run> {
  const env = { ...process.env, SVC_DATABASE_URL: url, SVC_LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['bin/svc', 'svc:demo:seed', '--json'], { cwd: repositoryRoot, env })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      if (killAfter !== null && line.startsWith('Seeded shop')) setTimeout(() => child.kill('SIGKILL'), killAfter)
    })
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { lines, code, signal }
}

describe('a demo seed that is killed', () => {
  for (const at of [0, 30, 90]) {
    it(`is completed by the next seed without loss if it is killed after ${at} ms`, async function () {
      this.timeout(60_000)
      const empty = await createEmptyDatabase()
      try {
        const killed = await seed(empty.url, at)
        expect(killed.signal).to.equal('SIGKILL')
        const again = await seed(empty.url, null)
        expect(again.code, again.lines.join('\n')).to.equal(0)
        const database = await openDatabase(empty.url)
        try {
          const count = async (table: string): Promise<number> =>
            Number((await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n)
          expect(await count('svc_product')).to.equal(3)
          expect(await count('svc_product_list_assignment')).to.equal(7)
          const orphans = 'svc_answer WHERE question_id NOT IN (SELECT id FROM svc_question)'
          expect(await count(orphans)).to.equal(0)
          if (!isServerDatabase) {
            expect(await database.query('PRAGMA integrity_check')).to.deep.equal([{ integrity_check: 'ok' }])
            expect(await database.query('PRAGMA foreign_key_check')).to.deep.equal([])
          }
        } finally {
          await database.close()
        }
        const third = await seed(empty.url, null)
        expect(JSON.parse(third.lines.at(-1)!)).to.deep.equal({ seeded: [], skipped: 'The demo shop was seeded before.' })
      } finally {
        await empty.drop()
      }
    })
  }
})
