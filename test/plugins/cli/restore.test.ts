// The command svc:restore while the service runs: it never replaces a database in use.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { toDatabaseName } from '../../../plugins/backup/restore.js'
import { type BackupFolder, backupFolder } from '../../support/backups.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { repositoryRoot } from '../../support/repository.js'
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.js'

const run = promisify(execFile)

describe('svc:restore while the service runs', function () {
  this.timeout(120_000)
  let folder: BackupFolder
  let empty: EmptyDatabase
  let service: ServiceProcess | undefined

  before(async () => {
    folder = await backupFolder()
    empty = await createEmptyDatabase()
  })
  after(async () => {
    await service?.stop('SIGKILL')
    await empty?.drop()
    await folder?.remove()
  })

  const svc = async (...words: readonly string[]): Promise<string> => {
    const env = { ...process.env, SVC_DATABASE_URL: empty.url, SVC_FILES: folder.file('files'), SVC_DEMO: 'off' }
    const execution = run(process.execPath, ['bin/svc', ...words], { cwd: repositoryRoot, env })
    return execution.then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    )
  }

  it('refuses to run until the service is stopped or killed', async () => {
    service = await startServiceProcess({ SVC_DATABASE_URL: empty.url, SVC_FILES: folder.file('files') })
    await svc('svc:backup', '--to', folder.file('made'))
    const [name] = await readdir(folder.file('made'))
    const restore = ['svc:restore', folder.file(`made/${name}`), '--replace', toDatabaseName(empty.url)]
    const refused = await svc(...restore)
    expect(refused).to.match(/^The service is running on '.+': \S+ \d+\. Stop it first\./m)
    expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200)
    await service.stop('SIGKILL')
    service = undefined
    expect(await svc(...restore)).to.match(/^Restored '/m)
  })
})
