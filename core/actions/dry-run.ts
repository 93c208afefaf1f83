// Runs a write as a dry run and reports its result, its warnings, and the configurations and carts that it would affect.
import type { AffectedReport } from '../commerce/configuration/affected-configurations.js'
import type { CompiledProduct } from '../product/compiled-products.js'
import { ServiceContext } from '../storage/service-context.js'
import { requireEntity } from '../model/registry.js'
import { prepareProof } from '../product/proof/findings.js'
import { loadRecords } from '../storage/record/load.js'
import { getVersionedSnapshot } from '../storage/versioned-snapshot.js'
import { findOwnerId } from '../storage/pipeline/owners.js'
import type { Finding, WriteResult } from '../storage/record/results.js'
import type { UnitRecords } from '../storage/records.js'
import type { ActionScope } from './define-action.js'

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
  const { compileProduct, toProductTopic } = await import('../product/compiled-products.js')
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
        after = await compileProduct(new ServiceContext(context, { unit: records.unitOfWork, moment: shopSnapshot }), productId)
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
  const { findAffectedConfigurations } = await import('../commerce/configuration/affected-configurations.js')
  return { result, findings, affected: await findAffectedConfigurations(context, productId, after) }
}
