// Writes records for the record actions through the pipeline, also as a dry run that reports the effects.
import { type Scope, grantableScopes } from '../foundation/access.js'
import { type AffectedReport, findAffectedConfigurations } from '../commerce/configuration/affected-configurations.js'
import type { Finding, WireRecord, WriteResult } from '../storage/record/results.js'
import type { UnitRecords } from '../storage/records.js'
import { findWriteFindings, prepareProof } from '../product/proof/findings.js'
import type { ActionScope } from './define-action.js'
import { type CompiledProduct, compileProduct, toProductTopic } from '../product/compiled-products.js'
import { ServiceContext } from '../storage/service-context.js'
import { requireEntity } from '../model/registry.js'
import { loadRecords } from '../storage/record/load.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { findOwnerId } from '../storage/pipeline/related-records.js'

const ownerEntity = 'product'

type DryRunScope = Pick<ActionScope, 'context' | 'records'>

/** The id of the product that owns the record in this transaction; null if there is none. */
async function findProductId(
  { context }: DryRunScope,
  { unitOfWork: u }: UnitRecords,
  entity: string,
  id: number,
): Promise<number | null> {
  const definition = requireEntity(context.registry, entity)
  const [record] = await loadRecords(u, definition, [], { column: 'id', values: [id] })
  const { snapshot } = await getVersionedSnapshot(context, u)
  return record ? findOwnerId({ context, u, snapshot }, definition, id, record.values, ownerEntity) : null
}

/**
 * @param place the record to change, if it exists
 * @param work the write; it is rolled back. It returns its write result, if any
 */
export async function performDryRun<T extends { readonly written?: WriteResult }>(
  scope: DryRunScope,
  target: { readonly entity: string; readonly id: number | undefined },
  work: (records: UnitRecords) => Promise<T>,
): Promise<{ readonly result: T; readonly findings: readonly Finding[]; readonly affected?: AffectedReport }> {
  const { context } = scope
  const outcome = await scope.records.unit(
    async (records) => {
      const ownerBefore = target.id === undefined ? null : await findProductId(scope, records, target.entity, target.id)
      const result = await work(records)
      const { written: writeResult } = result
      const productId =
        ownerBefore ?? (writeResult ? await findProductId(scope, records, writeResult.entity, writeResult.id) : null)
      let after: CompiledProduct | null = null
      if (productId !== null) {
        const shopSnapshot = await getVersionedSnapshot(context, records.unitOfWork, [toProductTopic(productId)])
        after = await compileProduct(
          new ServiceContext(context, { unit: records.unitOfWork, versionedSnapshot: shopSnapshot }),
          productId,
        )
      }
      return {
        result,
        productId,
        after,
        prove: writeResult ? await prepareProof(context, writeResult, records.unitOfWork) : null,
      }
    },
    { dryRun: true },
  )
  const { result, productId, after, prove } = outcome
  const findings = (await prove?.()) ?? []
  if (productId === null) return { result, findings }
  return { result, findings, affected: await findAffectedConfigurations(context, productId, after) }
}

/** All write scopes. The generic write actions require at least one; the entity's area is checked next. */
export const writeScopes: readonly Scope[] = grantableScopes.filter((scope) => scope.endsWith(':write'))

export const dryRunHelp = 'If true, reports the effects and stores nothing.'

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
