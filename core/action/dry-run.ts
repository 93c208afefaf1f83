// Runs a write as a dry run and reports its result, its warnings, and the configurations and carts that it would affect.
import type { Affected } from '../commerce/configuration/affected.js'
import type { CompiledProduct } from '../product/programs.js'
import { Work } from '../storage/work.js'
import { requireEntity } from '../model/registry.js'
import { proofOf } from '../product/proof/findings.js'
import { loadRecords } from '../storage/record/load.js'
import { momentOf } from '../storage/record/moment.js'
import { ownerIdOf } from '../storage/pipeline/scope.js'
import type { Finding, WriteResult } from '../storage/record/results.js'
import type { UnitRecords } from '../storage/records.js'
import type { ActionScope } from './define.js'

const root = 'product'

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
  const { snapshot } = await momentOf(context, u)
  return record ? ownerIdOf({ context, u, snapshot }, definition, id, record.values, root) : null
}

/**
 * @param place the record to change, if it exists
 * @param work the write; it is rolled back. It returns its write result, if any
 */
export async function performDryRun<T extends { readonly written?: WriteResult }>(
  scope: DryRunScope,
  target: { readonly entity: string; readonly id: number | undefined },
  work: (records: UnitRecords) => Promise<T>,
): Promise<{ readonly result: T; readonly findings: readonly Finding[]; readonly affected?: Affected }> {
  const { context } = scope
  const { compileProduct, productTopic } = await import('../product/programs.js')
  const outcome = await scope.records.unit(
    async (records) => {
      const ownerBefore = target.id === undefined ? null : await findProductId(scope, records, target.entity, target.id)
      const result = await work(records)
      const { written } = result
      const productId = ownerBefore ?? (written ? await findProductId(scope, records, written.entity, written.id) : null)
      let after: CompiledProduct | null = null
      if (productId !== null) {
        const moment = await momentOf(context, records.unitOfWork, [productTopic(productId)])
        after = await compileProduct(new Work(context, { unit: records.unitOfWork, moment }), productId)
      }
      return { result, productId, after, prove: written ? await proofOf(context, written, records.unitOfWork) : null }
    },
    { dryRun: true },
  )
  const { result, productId, after, prove } = outcome
  const findings = (await prove?.()) ?? []
  if (productId === null) return { result, findings }
  const { affectedBy } = await import('../commerce/configuration/affected.js')
  return { result, findings, affected: await affectedBy(context, productId, after) }
}
