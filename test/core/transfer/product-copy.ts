// Compares a copied product with its original, part by part.
import type { App } from '../../../core/app.js'
import type { RecordCopyReport } from '../../../core/transfer/copy/copy.js'
import { loadGraph, type GraphRecord } from '../../../core/transfer/graph.js'
import type { TestApp } from '../../support/test-app.js'

export interface ProductCopy {
  readonly report: RecordCopyReport
  readonly pairs: readonly (readonly [original: GraphRecord, copy: GraphRecord])[]
  /** The id of the copy's part that corresponds to the original's. */
  idOf(entity: string, id: number): number
}

/** Copies a product, including calculation code. */
export async function copyProduct(app: App & Pick<TestApp, 'shop'>, id: number): Promise<ProductCopy> {
  const report = (await app.act('copy-record', { entity: 'product', id, with_code: true })) as RecordCopyReport
  const work = await app.shop.createContext({}).at()
  const { languages } = work.versionedSnapshot.snapshot
  const [originals, copies] = await Promise.all(
    [id, report.id].map((productId) => loadGraph(work, [{ entity: 'product', id: productId }], languages)),
  )
  const pairs = originals!.map((member, index) => [member, copies![index]!] as const)
  const ids = new Map(pairs.map(([original, copy]) => [`${original.entity.name} ${original.record.id}`, copy.record.id]))
  const idOf = (entity: string, partId: number): number => {
    const copyId = ids.get(`${entity} ${partId}`)
    if (copyId === undefined) throw new Error(`The product has no ${entity} ${partId}.`)
    return copyId
  }
  return { report, pairs, idOf }
}
