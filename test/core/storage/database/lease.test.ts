// Leases: one holder at a time. The lease of a dead process on the same machine is free at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import { acquireLease } from '../../../../core/storage/database/lease.js'
import { internalTables } from '../../../../core/storage/database/internal-tables.js'
import { createEmptyDatabase, createTables, type EmptyDatabase } from '../../../support/database.js'

const program = fileURLToPath(new URL('../../../fixtures/lease-holder.js', import.meta.url))

describe('A lease', () => {
  let empty: EmptyDatabase
  let [firstDatabase, two] = [] as unknown as [Database, Database]
  before(async () => {
    empty = await createEmptyDatabase()
    firstDatabase = await openDatabase(empty.url)
    two = await openDatabase(empty.url)
    await createTables(firstDatabase, internalTables)
  })
  after(async () => {
    await Promise.all([firstDatabase.close(), two.close()])
    await empty.drop()
  })

  it('has one holder at a time and is free after its release', async () => {
    const first = (await acquireLease(firstDatabase, 'work', 0))!
    expect(await first.isHeld(firstDatabase)).to.equal(true)
    expect(await acquireLease(two, 'work', 100)).to.equal(null)
    await first.release()
    expect(await first.isHeld(firstDatabase)).to.equal(false)
    const second = await acquireLease(two, 'work', 0)
    expect(second).not.to.equal(null)
    await second!.release()
  })

  it('has exactly one holder after ten concurrent attempts', async () => {
    const leases = await Promise.all(
      Array.from({ length: 10 }, (_, index) => acquireLease(index % 2 ? firstDatabase : two, 'race', 0)),
    )
    const acquired = leases.filter((lease) => lease !== null)
    expect(acquired).to.have.length(1)
    await acquired[0]!.release()
  })

  it('is assigned to a waiting process after its holder is killed', async () => {
    const holder = spawn(process.execPath, [...process.execArgv, program, empty.url, 'deadly'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = (await once(holder.stdout, 'data')) as [Buffer]
    expect(String(output).trim()).to.equal('held')
    expect(await acquireLease(firstDatabase, 'deadly', 300)).to.equal(null)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const lease = await acquireLease(firstDatabase, 'deadly', 2000)
    expect(lease).not.to.equal(null)
    await lease!.release()
  })

  it('of a killed process is assigned to the next attempt without waiting', async () => {
    const holder = spawn(process.execPath, [...process.execArgv, program, empty.url, 'recurring'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    expect(await acquireLease(firstDatabase, 'recurring', 0)).to.equal(null)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const lease = await acquireLease(firstDatabase, 'recurring', 0)
    expect(lease).not.to.equal(null)
    await lease!.release()
  })

  it('of a holder on another machine is not taken over within the wait time', async () => {
    await firstDatabase.run('INSERT INTO svc_leases (name, holder, heartbeat) VALUES (?, ?, ?)', [
      'far',
      'elsewhere 1 abc',
      Date.now() - 3_600_000,
    ])
    expect(await acquireLease(firstDatabase, 'far', 500)).to.equal(null)
  })
})
