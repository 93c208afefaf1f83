// The composition of the plugin: with it, the action, its command and its worker job exist; without it, the service boots.
import { expect } from 'chai'
import { join } from 'node:path'
import { assemble } from '../../../core/boot/assemble.js'
import { NotFoundError } from '../../../core/foundation/errors.js'
import { silentLog } from '../../../core/foundation/log.js'
import { inProcess } from '../../../core/foundation/access.js'
import { WorkerPool } from '../../../core/jobs/worker-pool.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { listCommands } from '../../../plugins/cli/program.js'
import { readModelJob } from '../../../plugins/import-models/index.js'
import { stock } from '../../../plugins/stock/index.js'
import config from '../../../svc.config.js'
import { catchError } from '../../support/caught-error.js'
import { stockTypes } from '../../core/engine/engine-product.js'
import { repositoryRoot } from '../../support/repository.js'
import { bootTestApp } from '../../support/test-app.js'

const command = 'svc:product:import-model'
const lamp = 'features\n  Lamp\n    optional\n      Dimmer\n'

describe('plugin import-models', () => {
  it('is part of the default configuration, with its command', () => {
    const assembly = assemble({ ...config, customizations: [] })
    expect(assembly.registry.actions.owner('import-model')).to.equal('import-models')
    expect(listCommands(assembly).map(({ name }) => name)).to.include(command)
  })

  it('can be left out: the service boots without the action and without the command', async () => {
    const app = await bootTestApp({ plugins: [stock] })
    try {
      expect(await app.operations.ready()).to.include({ ready: true })
      const error = await catchError(app.act('import-model', { name: 'lamp.uvl', content: '' }))
      expect(error).to.be.instanceOf(NotFoundError)
    } finally {
      await app.stop()
    }
    const assembly = assemble({ languages: ['en-GB'], host: standalone(), plugins: [stock] })
    expect(listCommands(assembly).map(({ name }) => name)).not.to.include(command)
  })

  it('reads a model in a worker thread that assembles the configuration file', async () => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_fields: object, message: string) => void warnings.push(message) }
    const jobs = new WorkerPool(stockTypes, log, join(repositoryRoot, 'svc.config.ts'))
    try {
      const facts = { name: 'lamp.uvl', languages: ['en-GB'], taxClass: 'Standard', today: '2026-11-27', weightUnit: 'kg' }
      const call = { caller: inProcess, seconds: 60, progress: () => undefined }
      const result = await jobs.run(readModelJob, { bytes: new TextEncoder().encode(lamp), options: facts }, call)
      expect('draft' in result && result.draft).to.deep.include({ format: 'uvl', product: 'lamp' })
    } finally {
      await jobs.dispose()
    }
    // A pool without threads would run the job in place and warn.
    expect(warnings).to.deep.equal([])
  }).timeout(60_000)
})
