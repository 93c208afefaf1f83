// Child process for crash tests of transfers: imports, applies, backs up or restores, and is killed at a given step.
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '../../core/storage/database/connection.js'
import type { Database } from '../../core/storage/database/connection.js'
import { createLocalFiles } from '../../core/storage/files/local-files.js'
import { createLocalZips } from '../../core/storage/files/local-zips.js'
import { makeBackup } from '../../core/transfer/backup/make.js'
import { bootTestApp, type TestApp } from './app.js'
import { installationOf, restored, silently } from './backups.js'
import { checkoutPlugins } from './checking-out.js'
import { countedDatabase } from './counted-database.js'
import { stateOf } from './database-state.js'

/** Report of a process that finished all steps. */
export interface Done {
  readonly count: number
  readonly changes: readonly number[]
}

/** Task of the process, read from stdin. */
export interface Errand {
  readonly what: 'import' | 'sheet' | 'backup' | 'restore'
  /** The step at which the process is killed, from 1. Null: it finishes and reports its steps. */
  readonly step: number | null
  /** Path of the package, the sheet, or the backup to read or write. */
  readonly file: string
  readonly sheet?: string
  /** URL of the database to restore into. */
  readonly into?: string
}

const [, , url, folder] = process.argv as [string, string, string, string]
let count = 0
let deadly: number | null = null
/** Observes the state before each step, which waits for it, except during a COMMIT in progress. */
let look: (() => Promise<void>) | null = null
let isCommitting = false

function step(what?: 'commit'): void | Promise<void> {
  if (++count === deadly) process.kill(process.pid, 'SIGKILL')
  isCommitting = what === 'commit' && !isCommitting
  return look === null || (what === 'commit' && !isCommitting) ? undefined : look()
}

/** Also counts each page of a database view as a step. */
function counted(opened: Database): Database {
  const database = countedDatabase(opened, step)
  return {
    ...database,
    async execute(sql) {
      await step()
      return opened.execute(sql)
    },
    async view() {
      const view = await opened.view()
      return {
        ...view,
        async *rows(selection) {
          for await (const page of view.rows(selection)) {
            await step()
            yield page
          }
        },
      }
    },
  }
}

/** Steps of a restore before which the stored state had changed. */
const changes: number[] = []

async function run(app: TestApp, { what, file, sheet, into }: Errand): Promise<void> {
  if (what === 'import') await app.act('import-product-package', { path: file, mode: 'exact', acknowledge_warnings: true })
  else if (what === 'sheet') await app.act('apply-product-sheet', { sheet, prune: true })
  else if (what === 'backup') await makeBackup(app.context, createLocalZips(file, 'SVC_BACKUP_FOLDER'), { progress: silently })
  else {
    const database = counted(await openDatabase(into!))
    const observer = await openDatabase(into!)
    const place = join(folder, 'restored')
    const stored = createLocalFiles(place)
    let state = ''
    if (deadly === null)
      look = async () => {
        const now = await stateOf(observer, place)
        if (now !== state) changes.push(count)
        state = now
      }
    const files = { ...stored, scoped: (scope: string) => counting(stored.scoped(scope)) }
    await restored(installationOf(app), file, database, { files })
    look = null
    await database.close()
    await observer.close()
  }
}

function counting(store: ReturnType<typeof createLocalFiles>): ReturnType<typeof createLocalFiles> {
  return {
    ...store,
    async receive(bytes, limit) {
      await step()
      return store.receive(bytes, limit)
    },
  }
}

const app = await bootTestApp({
  opened: counted(await openDatabase(url)),
  plugins: checkoutPlugins,
  files: createLocalFiles(join(folder, 'files')),
})
process.stdout.write('ready\n')
const [line] = (await once(process.stdin, 'data')) as [Buffer]
const errand = JSON.parse(line.toString()) as Errand
count = 0
deadly = errand.step
await run(app, errand)
process.stdout.write(JSON.stringify({ count, changes }), () => process.kill(process.pid, 'SIGKILL'))
