// How the record actions write: through the pipeline, with the schema's fields only, and on a dry run with a look at the effects.
import type { Scope } from '../ground/access/areas.js'
import { grantableScopes } from '../ground/access/areas.js'
import type { Affected } from '../commerce/configuration/affected.js'
import type { Finding, WireRecord } from '../storage/record/results.js'
import type { UnitRecords } from '../storage/records.js'
import { findingsOf } from '../product/proof/findings.js'
import type { ActionScope } from './define.js'
import { rehearse } from './rehearse.js'

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
  /** Of a dry run in a product: saved configurations and carts that would change. */
  readonly affected?: Affected
}

export interface WriteCall {
  readonly entity: string
  /** A new record if left out. */
  readonly id?: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly dry_run?: boolean | undefined
}

/** Findings as they stand in a result: absent where there are none. */
export function beside(findings: readonly Finding[]): { readonly findings?: readonly Finding[] } {
  return findings.length > 0 ? { findings } : {}
}

/** Writes and reads back in one unit, so that nobody comes between. */
export async function writeRecord(scope: ActionScope, { entity, id, fields, dry_run }: WriteCall): Promise<Written> {
  const work = async (records: UnitRecords) => {
    const written = await records.write(entity, fields, { id, schemaOnly: true })
    const { record } = await records.read(entity, written.id)
    return { written, record }
  }
  if (!dry_run) {
    const { written, told } = await scope.records.unit(async (records) => {
      const { written, record } = await work(records)
      const told = { entity, id: written.id, record }
      await scope.settle(records.unitOfWork, told)
      return { written, told }
    })
    return { ...told, ...beside(await findingsOf(scope.context, written)) }
  }
  const { result, affected, findings } = await rehearse(scope, { entity, id }, work)
  return { entity, id: result.written.id, record: result.record, ...beside(findings), dry_run, ...(affected && { affected }) }
}
