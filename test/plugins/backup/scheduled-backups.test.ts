// Recurring backups: disabled without a folder, made at the set interval, limited in number, and failures reported.
import { messageText } from '../../../core/foundation/message-format.js'
import { expect } from 'chai'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { hour } from '../../../core/foundation/clock.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { TaskScheduler } from '../../../core/tasks/scheduler.js'
import { backup } from '../../../plugins/backup/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type BackupFolder, backupFolder, describeInstallation, verifyBackupFile } from '../../support/backups.js'
import { createTestClock } from '../../support/clock.js'

describe('The scheduled task backup', function () {
  this.timeout(30_000)
  const clock = createTestClock()
  const logged: { readonly err?: Error }[] = []
  const log: Log = { ...silentLog, error: (fields) => void logged.push(fields) }
  let folder: BackupFolder
  let app: TestApp

  before(async () => {
    folder = await backupFolder()
    app = await bootTestApp({ clock, log, backupFolder: folder.file('all'), backupHours: 6, backupsKept: 3 })
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  /** Runs the task if it is due. */
  const turn = (turnApp = app): Promise<void> =>
    new TaskScheduler(turnApp.context, new PipelineRecords(turnApp.context), []).runIfDue({
      owner: 'backup',
      item: backup.contributes!.tasks![0]!,
    })
  const names = async (): Promise<readonly string[]> => (await readdir(folder.file('all'))).sort()
  /** The result of the readiness check is cached for a second. */
  const state = async (): Promise<string | undefined> => {
    await new Promise((resolve) => setTimeout(resolve, 1_010))
    const { ready, checks } = await app.operations.ready()
    expect(ready).to.equal(true)
    return checks['backup'] === undefined ? undefined : messageText(checks['backup'])
  }

  it('makes no backup without a folder, and the readiness check omits it', async () => {
    const other = await bootTestApp({ clock })
    try {
      await turn(other)
      expect((await other.operations.ready()).checks).to.have.all.keys('database', 'migrations')
    } finally {
      await other.stop()
    }
  })

  it('makes a backup immediately and after each interval, and keeps the newest three', async () => {
    for (let count = 1; count <= 5; count++) {
      await turn()
      expect(await names()).to.have.length(Math.min(count, 3))
      const before = await names()
      clock.time += 5 * hour
      await turn()
      expect(await names()).to.deep.equal(before)
      clock.time += hour
    }
    const [oldest, , newest] = await names()
    expect(newest! > oldest!).to.equal(true)
    expect(await verifyBackupFile(describeInstallation(app), folder.file(`all/${newest}`))).to.deep.equal([])
    expect(logged).to.deep.equal([])
  })

  it('does not delete other files in the folder', async () => {
    await writeFile(folder.file('all/backup-by-hand.zip'), '')
    await writeFile(folder.file('all/notes.txt'), '')
    await turn()
    expect(await names()).to.include.members(['backup-by-hand.zip', 'notes.txt'])
  })

  it('reports a failure in the log and in the readiness check until the next success', async () => {
    clock.time += 7 * hour
    await rm(folder.file('all'), { recursive: true })
    await writeFile(folder.file('all'), 'No folder.')
    await turn()
    expect(logged).to.have.length(1)
    expect(logged[0]!.err!.message).to.contain('The backup cannot be written to')
    expect(await state()).to.equal(`The backup of ${new Date(clock.time).toISOString()} failed. The reason is in the log.`)
    await rm(folder.file('all'))
    clock.time += hour
    await turn()
    expect(await names()).to.have.length(1)
    expect(await state()).to.equal('ok')
    clock.time += 13 * hour
    expect(await state()).to.contain('The last backup was created at ')
  })
})
