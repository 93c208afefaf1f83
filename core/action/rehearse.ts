// Runs a write as a dry run and looks at what it would do: the result, what is doubtful about it, and the configurations and carts that it would touch.
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

type Rehearsing = Pick<ActionScope, 'context' | 'records'>

/** The id of the product that owns the record as the unit sees it; null where none does. */
async function productOf(
  { context }: Rehearsing,
  { unitOfWork: u }: UnitRecords,
  entity: string,
  id: number,
): Promise<number | null> {
  const definition = requireEntity(context.registry, entity)
  const [found] = await loadRecords(u, definition, [], { column: 'id', values: [id] })
  const { snapshot } = await momentOf(context, u)
  return found ? ownerIdOf({ context, u, snapshot }, definition, id, found.values, root) : null
}

/**
 * @param place the record that changes, where it exists already
 * @param work what is done in the unit and then taken back; it gives what it wrote, if it writes
 */
export async function rehearse<T extends { readonly written?: WriteResult }>(
  scope: Rehearsing,
  place: { readonly entity: string; readonly id: number | undefined },
  work: (records: UnitRecords) => Promise<T>,
): Promise<{ readonly result: T; readonly findings: readonly Finding[]; readonly affected?: Affected }> {
  const { context } = scope
  const { compileProduct, productTopic } = await import('../product/programs.js')
  const rehearsed = await scope.records.unit(
    async (records) => {
      const before = place.id === undefined ? null : await productOf(scope, records, place.entity, place.id)
      const result = await work(records)
      const { written } = result
      const productId = before ?? (written ? await productOf(scope, records, written.entity, written.id) : null)
      let after: CompiledProduct | null = null
      if (productId !== null) {
        const moment = await momentOf(context, records.unitOfWork, [productTopic(productId)])
        after = await compileProduct(new Work(context, { unit: records.unitOfWork, moment }), productId)
      }
      return { result, productId, after, prove: written ? await proofOf(context, written, records.unitOfWork) : null }
    },
    { dryRun: true },
  )
  const { result, productId, after, prove } = rehearsed
  const findings = (await prove?.()) ?? []
  if (productId === null) return { result, findings }
  const { affectedBy } = await import('../commerce/configuration/affected.js')
  return { result, findings, affected: await affectedBy(context, productId, after) }
}
