// Summarises the state of all migration tracks for the maintenance actions.
import type { MigrationFailure } from '../storage/migration/bookkeeping.js'
import type { MigrationState, TrackState } from '../storage/migration/runner.js'

/** The owner of the core track. All others are customizations. */
const coreOwner = 'core'

export interface MigrationOverview {
  readonly migrations: {
    readonly core: TrackState | null
    readonly customization: readonly TrackState[]
    /** The failed script. It blocks all migrations until the action unblock-migrations. The log contains the cause. */
    readonly frozenBy: Omit<MigrationFailure, 'message'> | null
  }
  readonly customized: boolean
  /** Version of the customization track, or `<customization>@0003` if there are several; null before the first script. */
  readonly installed_customization_version: string | null
  readonly pending_customization: boolean
}

function summarizeVersions(tracks: readonly TrackState[]): string | null {
  const versions = tracks.flatMap(({ owner, version }) =>
    version === null ? [] : [tracks.length > 1 ? `${owner}@${version}` : version],
  )
  return versions.length === 0 ? null : versions.join(', ')
}

export function createMigrationOverview({ tracks, failure }: MigrationState): MigrationOverview {
  const customization = tracks.filter(({ owner }) => owner !== coreOwner)
  return {
    migrations: {
      core: tracks.find(({ owner }) => owner === coreOwner) ?? null,
      customization,
      frozenBy: failure && { owner: failure.owner, version: failure.version, name: failure.name, at: failure.at },
    },
    customized: customization.length > 0,
    installed_customization_version: summarizeVersions(customization),
    pending_customization: customization.some(({ pending }) => pending.length > 0),
  }
}
