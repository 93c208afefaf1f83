// Leases: locks for work that only one process may do at a time. They are table rows, because server locks are not cluster-wide.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasProcessEnded, getProcessName } from '../../foundation/process-name.js'
import type { Database } from './connection.js'
import type { Queryable } from './dialect.js'

/** Milliseconds between two heartbeats. */
const heartbeatInterval = 3_000
/** Milliseconds without a heartbeat, by the waiting process's own clock, after which a holder counts as dead. */
const staleAfter = 15_000

interface LeaseRow {
  readonly holder: string | null
  readonly heartbeat: number
}

interface LeaseSighting {
  readonly row: LeaseRow
  /** When this process first saw the row in this state, in milliseconds of `performance.now()`. */
  readonly since: number
}

export interface Lease {
  /** True while this process holds the lease. Call it inside the unit that relies on the lease. */
  isHeld(on: Queryable): Promise<boolean>
  release(): Promise<void>
}

/** Leases seen in the hands of other processes. Stored between attempts, so callers that never wait also detect a dead holder. */
const sightings = new WeakMap<Database, Map<string, LeaseSighting>>()

function getSightings(database: Database): Map<string, LeaseSighting> {
  const sightingsByName = sightings.get(database) ?? new Map<string, LeaseSighting>()
  sightings.set(database, sightingsByName)
  return sightingsByName
}

const readLease = (on: Queryable, name: string): Promise<LeaseRow[]> =>
  on.query<LeaseRow>('SELECT holder, heartbeat FROM svc_leases WHERE name = ?', [name])

/** Takes the lease if it is free or its holder is dead. A dead holder is detected at once on the same machine, else after 15 s. */
async function tryTakeLease(database: Database, name: string, me: string, sighting: LeaseSighting | null): Promise<boolean> {
  const free = 'UPDATE svc_leases SET holder = ?, heartbeat = ? WHERE name = ? AND holder IS NULL'
  if ((await database.run(free, [me, Date.now(), name])).affected === 1) return true
  if (!sighting?.row.holder || (performance.now() - sighting.since < staleAfter && !hasProcessEnded(sighting.row.holder)))
    return false
  const from = 'UPDATE svc_leases SET holder = ?, heartbeat = ? WHERE name = ? AND holder = ? AND heartbeat = ?'
  return (await database.run(from, [me, Date.now(), name, sighting.row.holder, sighting.row.heartbeat])).affected === 1
}

/** Waits up to `patience` milliseconds for the lease and takes it; null if another process still holds it. */
export async function acquireLease(database: Database, name: string, patience: number): Promise<Lease | null> {
  const me = `${getProcessName()} ${randomUUID().slice(0, 8)}`
  await database.run(database.dialect.insertMissing('svc_leases', ['name', 'holder', 'heartbeat'], ['name']), [name, null, 0])
  const deadline = performance.now() + patience
  const sightingsByName = getSightings(database)
  for (;;) {
    if (await tryTakeLease(database, name, me, sightingsByName.get(name) ?? null)) {
      sightingsByName.delete(name)
      return startHeartbeat(database, name, me)
    }
    const [row] = await readLease(database, name)
    const lastSighting = sightingsByName.get(name)
    const same = lastSighting?.row.holder === row?.holder && lastSighting?.row.heartbeat === row?.heartbeat
    if (row && !same) sightingsByName.set(name, { row, since: performance.now() })
    if (performance.now() >= deadline) return null
    await sleep(50 + Math.random() * 100)
  }
}

function startHeartbeat(database: Database, name: string, me: string): Lease {
  let sending: Promise<unknown> = Promise.resolve()
  const alive = 'UPDATE svc_leases SET heartbeat = ? WHERE name = ? AND holder = ?'
  const timer = setInterval(() => {
    sending = database.run(alive, [Date.now(), name, me]).catch((error: unknown) => {
      database.log.warn(
        { err: error, lease: name },
        'The heartbeat of a lease could not be stored. Another process may take over.',
      )
    })
  }, heartbeatInterval)
  timer.unref()
  return {
    async isHeld(on) {
      const [row] = await readLease(on, name)
      return row?.holder === me
    },
    async release() {
      clearInterval(timer)
      await sending
      await database.run('UPDATE svc_leases SET holder = NULL WHERE name = ? AND holder = ?', [name, me])
    },
  }
}
