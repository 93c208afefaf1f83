// Compares a copied product with its original, part by part.
import type { App } from '../../core/app.js'
import type { CopyReport } from '../../core/transfer/copy/define.js'
import { graphOf, type Member } from '../../core/transfer/graph.js'
import type { TestApp } from './app.js'

export interface Copied {
  readonly report: CopyReport
  readonly pairs: readonly (readonly [original: Member, copy: Member])[]
  /** The id of the copy's part that corresponds to the original's. */
  idOf(entity: string, id: number): number
}

/** Copies a product, including calculation code. */
export async function copyProduct(app: App & Pick<TestApp, 'visit'>, id: number): Promise<Copied> {
  const report = (await app.act('copy-record', { entity: 'product', id, with_code: true })) as CopyReport
  const work = await app.visit({}).at()
  const { languages } = work.moment.snapshot
  const [originals, copies] = await Promise.all(
    [id, report.id].map((one) => graphOf(work, [{ entity: 'product', id: one }], languages)),
  )
  const pairs = originals!.map((member, index) => [member, copies![index]!] as const)
  const ids = new Map(pairs.map(([original, copy]) => [`${original.entity.name} ${original.record.id}`, copy.record.id]))
  const idOf = (entity: string, one: number): number => {
    const found = ids.get(`${entity} ${one}`)
    if (found === undefined) throw new Error(`The product has no ${entity} ${one}.`)
    return found
  }
  return { report, pairs, idOf }
}
