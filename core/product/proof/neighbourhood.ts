// Reads the part of a product that a rule depends on: the questions that it names, those that their rules name, and so on.
import { ruleReferences } from '../../engine/rule/references.js'
import type { ProductSource } from '../../engine/program/source.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { loadRecords, type LoadedRecord } from '../../storage/record/load.js'
import { momentOf } from '../../storage/record/moment.js'
import { productSource } from '../source.js'
import { publishedTree } from '../published-tree.js'

/** Questions read at most; what lies further away is left out, which can only hide a finding, never make one. */
const most = 200

/**
 * The published neighbourhood of a question as a product of its own, as the unit sees it if one is given; null where the question is not
 * published or its product is gone. The number of statements grows with the depth of the rules, not with their number.
 */
export async function loadNeighbourhood(
  context: Context,
  u: Unit | undefined,
  questionId: number,
): Promise<ProductSource | null> {
  const { registry } = context
  const on = u ?? context.database
  const { languages } = (await momentOf(context, u)).snapshot
  const load = (entity: string, column: string, values: readonly number[]): Promise<readonly LoadedRecord[]> =>
    values.length === 0 ? Promise.resolve([]) : loadRecords(on, requireEntity(registry, entity), languages, { column, values })

  const questions: LoadedRecord[] = []
  const answers: LoadedRecord[] = []
  const calculationIds = new Set<number>()
  const seen = new Set([questionId])
  for (let next = [questionId]; next.length > 0 && questions.length < most; ) {
    const found = await load('question', 'id', next)
    const own = await load('answer', 'question_id', next)
    questions.push(...found)
    answers.push(...own)
    next = []
    for (const { row } of [...found, ...own]) {
      const stored = typeof row.rules === 'string' ? row.rules : null
      for (const { entity, id } of ruleReferences(stored, registry.conditionTypes)) {
        if (entity === 'calculation') calculationIds.add(id)
        if (entity !== 'question' || seen.has(id)) continue
        seen.add(id)
        next.push(id)
      }
    }
  }
  const pages = await load('page', 'id', [...new Set(questions.map(({ values }) => values.page_id as number))])
  const root = pages[0]?.values.product_id as number | undefined
  const products = await load('product', 'id', root === undefined ? [] : [root])
  if (products.length === 0) return null
  const calculations = await load('calculation', 'id', [...calculationIds])
  const tree = new Map([
    ['product', products],
    ['page', pages],
    ['question', questions],
    ['answer', answers],
    ['calculation', calculations],
  ])
  return productSource(publishedTree(registry, context.platform, tree), 0)
}
