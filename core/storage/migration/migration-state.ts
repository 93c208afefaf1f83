// Reads the state of the migration tracks and lifts a freeze, for the actions describe-install and unblock-migrations.
import { ValidationError } from '../../foundation/errors.js'
import type { Database } from '../database/connection.js'
import { unit } from '../unit-of-work/transaction.js'
import { clearFailure, type MigrationFailure, readBookkeeping, writePointer } from './bookkeeping.js'
import type { MigrationTrack } from './migration.js'
import { listPendingMigrations } from './runner.js'

export interface TrackState {
  readonly owner: string
  /** The version of the last finished script; null before the first. */
  readonly version: string | null
  /** The version of the program's last script; null if the owner has no scripts. */
  readonly latest: string | null
  readonly pending: readonly { readonly version: string; readonly name: string }[]
}

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
    throw ValidationError.of('set_version', `Field 'set_version' takes a script's four digits, such as 0003, not '${target}'.`)
  }
  const owners = tracks.map(({ owner }) => owner).filter((owner) => (owner === 'core') === (track === 'core'))
  const owner = ownerName ?? (owners.length === 1 ? owners[0] : undefined)
  if (owner === undefined || !owners.includes(owner)) {
    const accepted = owners.map((name) => `${name}@${version}`).join(', ') || 'nothing, because there is no customization'
    throw ValidationError.of(
      'set_version',
      `Field 'set_version' must say whose script it means on the ${track} track: ${accepted}.`,
    )
  }
  const latest = tracks.find((candidate) => candidate.owner === owner)?.migrations.at(-1)?.version ?? '0000'
  if (version > latest) {
    throw ValidationError.of(
      'set_version',
      `Field 'set_version' names ${version}, but the last script of '${owner}' is ${latest}.`,
    )
  }
  return { owner, version }
}
