// Loads the part of a product that a rule depends on: the questions that it refers to, directly or through other rules.
import { ruleReferences } from '../../engine/rule/stored.js'
import type { ProductSource } from '../../engine/program/source.js'
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { DeclaredEntity, RecordOf } from '../../foundation/property/typing.js'
import { answer } from '../../model/entities/catalog/answer.js'
import { calculation } from '../../model/entities/catalog/calculation.js'
import { page } from '../../model/entities/catalog/page.js'
import { product } from '../../model/entities/catalog/product.js'
import { question } from '../../model/entities/catalog/question.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../../storage/context.js'
import type { Unit } from '../../storage/unit-of-work/transaction.js'
import { loadRecords, type LoadedRecord } from '../../storage/record/load.js'
import { getVersionedSnapshot } from '../../storage/caches.js'
import { toProductSource } from '../source.js'
import { createPublishedTree } from '../published-tree.js'

/** Stops after this many questions. The rest is left out, which can hide findings but not create false ones. */
const maxQuestions = 200

/**
 * The published neighbourhood of a question as a product of its own, within the transaction if given; null if the question is not
 * published or its product does not exist. The number of statements grows with the depth of the rules, not with their number.
 */
export async function loadNeighbourhood(
  context: Context,
  u: Unit | undefined,
  questionId: number,
): Promise<ProductSource | null> {
  const { registry } = context
  const on = u ?? context.database
  const { languages } = (await getVersionedSnapshot(context, u)).snapshot
  const load = async <P extends PropertyMap>(entity: DeclaredEntity<P>, column: string, values: readonly number[]) =>
    values.length === 0 ? [] : loadRecords(on, requireEntity(registry, entity), languages, { column, values })

  const questions: LoadedRecord<RecordOf<typeof question>>[] = []
  const answers: LoadedRecord[] = []
  const calculationIds = new Set<number>()
  const queuedIds = new Set([questionId])
  for (let next = [questionId]; next.length > 0 && questions.length < maxQuestions; ) {
    const records = await load(question, 'id', next)
    const own = await load(answer, 'question_id', next)
    questions.push(...records)
    answers.push(...own)
    next = []
    for (const { values } of [...records, ...own]) {
      for (const { entity, id } of ruleReferences(values.rules, registry.conditionTypes)) {
        if (entity === 'calculation') calculationIds.add(id)
        if (entity !== 'question' || queuedIds.has(id)) continue
        queuedIds.add(id)
        next.push(id)
      }
    }
  }
  const pages = await load(page, 'id', [...new Set(questions.map(({ values }) => values.page_id))])
  const root = pages[0]?.values.product_id
  const products = await load(product, 'id', root === undefined ? [] : [root])
  if (products.length === 0) return null
  const calculations = await load(calculation, 'id', [...calculationIds])
  const tree = new Map<string, readonly LoadedRecord[]>([
    ['product', products],
    ['page', pages],
    ['question', questions],
    ['answer', answers],
    ['calculation', calculations],
  ])
  return toProductSource(createPublishedTree(registry, context.platform, tree), 0)
}
