// Child process for crash tests of transfers: imports, applies, backs up or restores, and is killed at a given step.
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../../core/storage/database/connection.js'
import { createLocalFiles } from '../../../core/storage/files/file-store.js'
import { createLocalZips } from '../../../core/storage/files/zip-store.js'
import { makeBackup } from '../../../plugins/backup/make.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { describeInstallation, restoreBackupFile, ignoreProgress } from '../../support/backups.js'
import { checkoutPlugins } from '../../support/selling-shop.js'
import { countStatements } from '../../support/counted-database.js'
import { computeStateDigest } from '../../core/transfer/database-state.js'

/** Report of a process that finished all steps. */
export interface TransferResult {
  readonly count: number
  readonly changes: readonly number[]
}

/** Task of the process, read from stdin. */
export interface TransferTask {
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
let stepCount = 0
let killStep: number | null = null
/** Observes the state before each step, which waits for it, except during a COMMIT in progress. */
let observeStep: (() => Promise<void>) | null = null
let isCommitting = false

function countStep(statement?: 'commit'): void | Promise<void> {
  if (++stepCount === killStep) process.kill(process.pid, 'SIGKILL')
  isCommitting = statement === 'commit' && !isCommitting
  return observeStep === null || (statement === 'commit' && !isCommitting) ? undefined : observeStep()
}

/** Also counts each page of a database view as a step. */
function countDatabaseSteps(opened: Database): Database {
  const database = countStatements(opened, countStep)
  return {
    ...database,
    async execute(sql) {
      await countStep()
      return opened.execute(sql)
    },
    async view() {
      const view = await opened.view()
      return {
        ...view,
        async *rows(selection) {
          for await (const page of view.rows(selection)) {
            await countStep()
            yield page
          }
        },
      }
    },
  }
}

/** Steps of a restore before which the stored state had changed. */
const changedSteps: number[] = []

async function runTask(app: TestApp, { what: kind, file, sheet, into }: TransferTask): Promise<void> {
  if (kind === 'import') await app.act('import-product-package', { path: file, mode: 'exact', acknowledge_warnings: true })
  else if (kind === 'sheet') await app.act('apply-product-sheet', { sheet, prune: true })
  else if (kind === 'backup')
    await makeBackup(app.context, createLocalZips(file, 'SVC_BACKUP_FOLDER'), { progress: ignoreProgress })
  else {
    const database = countDatabaseSteps(await openDatabase(into!))
    const observer = await openDatabase(into!)
    const place = join(folder, 'restored')
    const stored = createLocalFiles(place)
    let state = ''
    if (killStep === null)
      observeStep = async () => {
        const now = await computeStateDigest(observer, place)
        if (now !== state) changedSteps.push(stepCount)
        state = now
      }
    const files = { ...stored, scoped: (scope: string) => countFileSteps(stored.scoped(scope)) }
    await restoreBackupFile(describeInstallation(app), file, database, { files })
    observeStep = null
    await database.close()
    await observer.close()
  }
}

function countFileSteps(store: ReturnType<typeof createLocalFiles>): ReturnType<typeof createLocalFiles> {
  return {
    ...store,
    async receive(bytes, limit) {
      await countStep()
      return store.receive(bytes, limit)
    },
  }
}

const app = await bootTestApp({
  opened: countDatabaseSteps(await openDatabase(url)),
  plugins: checkoutPlugins,
  files: createLocalFiles(join(folder, 'files')),
})
process.stdout.write('ready\n')
const [line] = (await once(process.stdin, 'data')) as [Buffer]
const task = JSON.parse(line.toString()) as TransferTask
stepCount = 0
killStep = task.step
await runTask(app, task)
process.stdout.write(JSON.stringify({ count: stepCount, changes: changedSteps }), () => process.kill(process.pid, 'SIGKILL'))
