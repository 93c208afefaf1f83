// How the record actions write: through the pipeline, with the schema's fields only, and on a dry run with a look at the effects.
import type { Scope } from '../ground/access/areas.js'
import { grantableScopes } from '../ground/access/areas.js'
import type { Finding, WireRecord } from '../storage/record/shapes.js'
import type { UnitRecords } from '../storage/records.js'
import type { ActionScope } from './define.js'

/** Every scope that can write something: the first level of the generic writers; the entity's area is the second (spec 5.3). */
export const writeScopes: readonly Scope[] = grantableScopes.filter((scope) => scope.endsWith(':write'))

export const dryRunHelp = 'True: tells what would happen and stores nothing.'

export interface Written {
  readonly entity: string
  readonly id: number
  readonly record: WireRecord
  /** What is doubtful about it; absent where nothing is. */
  readonly findings?: readonly Finding[]
  readonly dry_run?: true
}

export interface WriteCall {
  readonly entity: string
  /** A new record if left out. */
  readonly id?: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly dry_run?: boolean
}

/** Writes and reads back in one unit, so that nobody comes between. */
export function writeRecord(scope: ActionScope, { entity, id, fields, dry_run = false }: WriteCall): Promise<Written> {
  const work = async (records: UnitRecords): Promise<Written> => {
    const written = await records.write(entity, fields, { id, schemaOnly: true })
    const { record } = await records.read(entity, written.id)
    const findings = written.findings && { findings: written.findings }
    return { entity, id: written.id, record, ...findings, ...(dry_run && { dry_run }) }
  }
  return scope.records.unit(work, { dryRun: dry_run })
}
