// Runs the pending migration scripts of core, then of each customization. One process runs at a time. A failure freezes all tracks.
import { createMessage } from '../../foundation/message.js'
import { type Clock, formatIsoTime, minute, systemClock } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import type { Table } from '../../foundation/table.js'
import type { Database } from '../database/connection.js'
import { acquireLease, type Lease } from '../database/lease.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import {
  type Bookkeeping,
  formatFreezeMessage,
  type MigrationFailure,
  hasNoTables,
  prepareBookkeeping,
  readBookkeeping,
  writeFailure,
  writePointer,
  clearFailure,
} from './bookkeeping.js'
import type { Migration, MigrationTrack } from './migration.js'
import { createMigrationSteps } from './migration-steps.js'

/** Milliseconds that a process waits while another one migrates. */
const leaseTimeout = 15 * minute

export interface MigrationProgress {
  readonly owner: string
  readonly version: string
  readonly name: string
  /** From 1. */
  readonly number: number
  readonly total: number
}

export interface MigrateOptions {
  readonly database: Database
  /** The core track first, then the customizations' tracks in config order. */
  readonly tracks: readonly MigrationTrack[]
  /** The tables of the registry's entities, by entity name. */
  readonly entityTables: ReadonlyMap<string, Table>
  /** The store default first. */
  readonly languages: readonly string[]
  readonly clock?: Clock
  /** Called before each script. */
  readonly progress?: (progress: MigrationProgress) => void
}

export interface FinishedMigration {
  readonly owner: string
  readonly version: string
  readonly name: string
}

export interface MigrationReport {
  readonly ran: readonly FinishedMigration[]
  /** The failure that freezes the tracks, from this run or an earlier one; null if there is none. */
  readonly failure: MigrationFailure | null
  /** Path of the SQLite backup made before the first script; null if none was made. */
  readonly backup: string | null
}

export interface PendingMigration {
  readonly owner: string
  readonly migration: Migration
}

/** The scripts newer than their owner's pointer, in execution order. */
function listPendingMigrations(tracks: readonly MigrationTrack[], bookkeeping: Bookkeeping | null): readonly PendingMigration[] {
  return tracks.flatMap(({ owner, migrations }) => {
    const pointer = bookkeeping?.pointers.get(owner) ?? ''
    return migrations.filter(({ version }) => version > pointer).map((migration) => ({ owner, migration }))
  })
}

/** Omits the scripts whose changes another script makes on an empty database. */
function omitInstalledMigrations(pending: readonly PendingMigration[]): readonly PendingMigration[] {
  return pending.filter(({ owner, migration }) => {
    const install = pending.find((other) => other.owner === owner && other.migration.installsVersion !== undefined)?.migration
    return install === undefined || install === migration || migration.version > install.installsVersion!
  })
}

/** Throws NOT_READY if a newer program has migrated the database: this program does not know its tables. */
export function requireNotNewer(tracks: readonly MigrationTrack[], bookkeeping: Bookkeeping | null): void {
  for (const { owner, migrations } of tracks) {
    const pointer = bookkeeping?.pointers.get(owner) ?? ''
    const latest = migrations.at(-1)?.version ?? '0000'
    if (pointer <= latest) continue
    const message =
      owner === 'core'
        ? createMessage('operations.databaseNewer', { version: pointer, latest })
        : createMessage('operations.databaseNewerThanCustomization', { owner, version: pointer, latest })
    throw new ServiceError('NOT_READY', message)
  }
}

/**
 * Runs all pending scripts. Several processes may call it at once: one works, and the others wait and find nothing to do.
 * A failing script freezes all tracks until `unblockMigrations`; the failure is returned, not thrown. Throws if the database
 * is newer than the program or cannot be reached.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationReport> {
  const { database, tracks } = options
  const bookkeeping = await readBookkeeping(database)
  requireNotNewer(tracks, bookkeeping)
  if (bookkeeping?.failure || (bookkeeping && listPendingMigrations(tracks, bookkeeping).length === 0))
    return { ran: [], failure: bookkeeping.failure, backup: null }
  const empty = bookkeeping === null
  await prepareBookkeeping(database)
  const lease = await acquireLease(database, 'migration', leaseTimeout)
  if (!lease) throw new ServiceError('NOT_READY', createMessage('operations.migrationRunning'))
  try {
    return await runPending(options, lease, empty)
  } finally {
    await lease.release()
  }
}

async function runPending(options: MigrateOptions, lease: Lease, empty: boolean): Promise<MigrationReport> {
  const { database, tracks, clock = systemClock } = options
  const bookkeeping = await readBookkeeping(database)
  requireNotNewer(tracks, bookkeeping)
  // An install that was interrupted, perhaps in another version of the program, continues script by script.
  const isInstall = await hasNoTables(database)
  const allPending = listPendingMigrations(tracks, bookkeeping)
  const pending = isInstall ? omitInstalledMigrations(allPending) : allPending
  const ran: FinishedMigration[] = []
  if (bookkeeping?.failure || pending.length === 0) return { ran, failure: bookkeeping?.failure ?? null, backup: null }
  const backup = empty || bookkeeping?.pointers.size === 0 ? null : await database.backup()
  for (const { owner, migration } of pending) {
    const { version, name } = migration
    options.progress?.({ owner, version, name, number: ran.length + 1, total: pending.length })
    try {
      const reachedVersion = isInstall ? (migration.installsVersion ?? version) : version
      await runScript(options, lease, { owner, migration }, reachedVersion)
    } catch (error) {
      if (!(await lease.isHeld(database))) throw error
      const message = error instanceof Error ? error.message : String(error)
      const failure: MigrationFailure = { owner, version, name, message, at: formatIsoTime(clock.now()), backup }
      await writeFailure(database, failure)
      database.log.error({ err: error, owner, version, name }, formatFreezeMessage(failure))
      return { ran, failure, backup }
    }
    ran.push({ owner, version, name })
  }
  return { ran, failure: null, backup }
}

/** Runs one script and moves its pointer: in one transaction if DDL is transactional, otherwise step by step with the pointer last. */
async function runScript(
  options: MigrateOptions,
  lease: Lease,
  { owner, migration }: PendingMigration,
  reachedVersion: string,
): Promise<void> {
  const { database, entityTables, languages } = options
  const work = async (on: Database | Unit): Promise<void> => {
    if (!(await lease.isHeld(on))) throw new ServiceError('NOT_READY', createMessage('operations.migrationTakenOver'))
    await migration.up(createMigrationSteps({ owner, version: migration.version, languages, on, entityTables }))
    await unit(on, (u) => writePointer(u, owner, reachedVersion))
  }
  if (database.dialect.transactionalDdl) await unit(database, work)
  else await work(database)
}

export interface TrackState {
  readonly owner: string
  /** The version of the last finished script; null before the first. */
  readonly version: string | null
  /** The version of the program's last script; null if the owner has no scripts. */
  readonly latest: string | null
  readonly pending: readonly { readonly version: string; readonly name: string }[]
}

/** Reads the state of the migration tracks and lifts a freeze, for the actions describe-install and unblock-migrations. */
export interface MigrationState {
  readonly tracks: readonly TrackState[]
  readonly failure: MigrationFailure | null
  /** True if no script has finished on the database yet. */
  readonly empty: boolean
}

/** Reads the state of every track. Changes nothing. */
export async function readMigrationState(database: Database, tracks: readonly MigrationTrack[]): Promise<MigrationState> {
  const bookkeeping = await readBookkeeping(database)
  return {
    empty: bookkeeping === null || bookkeeping.pointers.size === 0,
    failure: bookkeeping?.failure ?? null,
    tracks: tracks.map((track) => ({
      owner: track.owner,
      version: bookkeeping?.pointers.get(track.owner) ?? null,
      latest: track.migrations.at(-1)?.version ?? null,
      pending: listPendingMigrations([track], bookkeeping).map(({ migration: { version, name } }) => ({ version, name })),
    })),
  }
}

export interface UnblockInput {
  /** `0003`, or `<customization>@0003` if there are several. Scripts up to this version count as applied and do not run. */
  readonly setVersion?: string
  /** Default `core`. */
  readonly track?: 'core' | 'customization'
}

/** Lifts the freeze and, if requested, moves one pointer. Throws a ValidationError for an invalid `set_version`. */
export async function unblockMigrations(
  database: Database,
  tracks: readonly MigrationTrack[],
  input: UnblockInput = {},
): Promise<void> {
  const target = input.setVersion === undefined ? null : parseTarget(tracks, input.setVersion, input.track ?? 'core')
  await unit(database, async (u) => {
    await clearFailure(u)
    if (target) await writePointer(u, target.owner, target.version)
  })
}

function parseTarget(
  tracks: readonly MigrationTrack[],
  target: string,
  track: 'core' | 'customization',
): { owner: string; version: string } {
  const [, ownerName, version] = /^(?:([a-z0-9-]+)@)?(\d{4})$/.exec(target) ?? []
  if (version === undefined) {
    throw ValidationError.of('set_version', createMessage('operations.setVersionDigits', { version: target }))
  }
  const owners = tracks.map(({ owner }) => owner).filter((owner) => (owner === 'core') === (track === 'core'))
  const owner = ownerName ?? (owners.length === 1 ? owners[0] : undefined)
  if (owner === undefined || !owners.includes(owner)) {
    const accepted =
      owners.length === 0 ? createMessage('operations.noCustomization') : owners.map((name) => `${name}@${version}`)
    throw ValidationError.of('set_version', createMessage('operations.setVersionOwner', { track, accepted }))
  }
  const latest = tracks.find((candidate) => candidate.owner === owner)?.migrations.at(-1)?.version ?? '0000'
  if (version > latest) {
    throw ValidationError.of('set_version', createMessage('operations.setVersionLast', { version, owner, latest }))
  }
  return { owner, version }
}
