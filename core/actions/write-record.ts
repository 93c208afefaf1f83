// Writes records for the record actions: through the pipeline, fields of the schema only, with dry-run support.
import { type Scope, grantableScopes } from '../foundation/access.js'
import type { AffectedReport } from '../commerce/configuration/affected-configurations.js'
import type { Finding, WireRecord } from '../storage/record/results.js'
import type { UnitRecords } from '../storage/records.js'
import { findWriteFindings } from '../product/proof/findings.js'
import type { ActionScope } from './define-action.js'
import { performDryRun } from './dry-run.js'

/** All write scopes. The generic write actions require at least one; the entity's area is checked next. */
export const writeScopes: readonly Scope[] = grantableScopes.filter((scope) => scope.endsWith(':write'))

export const dryRunHelp = 'True: reports the effects and stores nothing.'

export interface WriteReport {
  readonly entity: string
  readonly id: number
  readonly record: WireRecord
  /** Warnings; absent if there are none. */
  readonly findings?: readonly Finding[]
  readonly dry_run?: true
  /** For a dry run in a product: saved configurations and carts that would change. */
  readonly affected?: AffectedReport
}

export interface WriteCall {
  readonly entity: string
  /** Default: a new record. */
  readonly id?: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly dry_run?: boolean | undefined
}

/** The findings as members of a result; absent if there are none. */
export function toFindingsMember(findings: readonly Finding[]): { readonly findings?: readonly Finding[] } {
  return findings.length > 0 ? { findings } : {}
}

/** Writes and reads the record in one transaction, so the result is consistent. */
export async function writeRecord(scope: ActionScope, { entity, id, fields, dry_run }: WriteCall): Promise<WriteReport> {
  const write = async (records: UnitRecords) => {
    const change = await records.write(entity, fields, { id, schemaOnly: true })
    const { record } = await records.read(entity, change.id)
    return { written: change, record }
  }
  if (!dry_run) {
    const { written: writeResult, told: report } = await scope.records.unit(async (records) => {
      const { written: recordChange, record } = await write(records)
      const report = { entity, id: recordChange.id, record }
      await scope.settle(records.unitOfWork, report)
      return { written: recordChange, told: report }
    })
    return { ...report, ...toFindingsMember(await findWriteFindings(scope.context, writeResult)) }
  }
  const { result, affected, findings } = await performDryRun(scope, { entity, id }, write)
  return {
    entity,
    id: result.written.id,
    record: result.record,
    ...toFindingsMember(findings),
    dry_run,
    ...(affected && { affected }),
  }
}
