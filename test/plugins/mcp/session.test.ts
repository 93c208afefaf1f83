// Runs the scripted assistant over HTTP and stdio. Both must store the same rows.
import { expect } from 'chai'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { presets } from '../../../core/foundation/access.js'
import { createFreshDatabase, readAllRows } from '../../support/fresh-database.js'
import { buildBlind, useAndDelete } from './scripted-assistant.js'
import { startMcp } from './service.js'
import { startStdio } from './stdio-server.js'

describe('the scripted assistant', function () {
  this.timeout(120_000)

  it('stores the same rows over HTTP and stdio, and deletes them again', async () => {
    const own = await createFreshDatabase()
    const database = await createFreshDatabase()
    const service = await startMcp({ opened: await openDatabase(own.url) })
    const server = startStdio(['--in-process'], { SVC_DATABASE_URL: database.url })
    try {
      const remote = await service.assistant(...presets.everything, 'code:write')
      const empty = await readAllRows(service.app.context.database)
      const overHttp = await buildBlind(remote)
      const overStdio = await buildBlind(server)
      expect(overHttp.refusals.length).to.be.greaterThan(15)
      expect(overStdio.refusals).to.have.length(overHttp.refusals.length)

      const [here, there] = [await readAllRows(service.app.context.database), await database.rows()]
      expect(here).to.deep.equal(there)
      expect(here['svc_texts']?.length).to.be.greaterThan(60)

      const used = await useAndDelete(remote, overHttp)
      await useAndDelete(server, overStdio)
      expect(overHttp.calls + used.calls).to.be.greaterThan(60)
      expect(await readAllRows(service.app.context.database)).to.deep.equal(empty)
      expect(await database.rows()).to.deep.equal(empty)
    } finally {
      await server.close()
      await database.drop()
      await service.stop()
      await own.drop()
    }
  })
})
