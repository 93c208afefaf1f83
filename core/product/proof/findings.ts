// Finds doubtful rules and tables in a write. Findings are warnings: they neither reject a write nor delay others.
import type { Context } from '../../storage/context.js'
import type { Unit } from '../../storage/unit-of-work/transaction.js'
import type { Finding, WriteResult } from '../../storage/record/results.js'
import { toBodySource } from '../../engine/calculation/matrix.js'
import type { ProofFinding } from '../../engine/proof/findings.js'
import { requireEntity } from '../../model/registry.js'
import { loadRecords, type LoadedRecord } from '../../storage/record/load.js'
import { isEmpty } from '../../storage/record/present.js'
import { ruleReferences } from '../../engine/rule/stored.js'
import type { ProductSource } from '../../engine/program/source.js'
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { DeclaredEntity, RecordOf } from '../../foundation/property/typing.js'
import { answer } from '../../model/entities/catalog/answer.js'
import { calculation } from '../../model/entities/catalog/calculation.js'
import { page } from '../../model/entities/catalog/page.js'
import { product } from '../../model/entities/catalog/product.js'
import { question } from '../../model/entities/catalog/question.js'
import { getVersionedSnapshot } from '../../storage/caches.js'
import { loadProductSource, toProductSource } from '../source.js'
import { createPublishedTree } from '../published-tree.js'

/** Time limit in milliseconds of the proof of one write. The proof of the whole product finds the rest. */
const timeBudget = 200

/** A proof whose data is loaded. */
type LoadedProof = () => Promise<readonly ProofFinding[]>

type ProofLoader = (context: Context, u: Unit | undefined, written: WriteResult) => Promise<LoadedProof | null>

/** Returns null for records without a rule, which are the most frequent: nothing is loaded for them. */
const createRuleProofLoader =
  (question: (written: WriteResult) => unknown): ProofLoader =>
  async (context, u, writeResult) => {
    if (isEmpty(writeResult.stored.rules)) return null
    const source = await loadNeighbourhood(context, u, Number(question(writeResult)))
    if (!source) return null
    return async () => {
      // Import the solver with the first proof, not at every start.
      const { runProofs } = await import('../../engine/proof/product-proof.js')
      const until = performance.now() + timeBudget
      const own = (place: { readonly entity: string; readonly id: number }): boolean =>
        place.entity === writeResult.entity && place.id === writeResult.id
      const { findings } = await runProofs(source, context.registry, { only: own, expired: () => performance.now() > until })
      return findings.filter((finding) => finding.at.some(own))
    }
  }

const loadMatrixProof: ProofLoader = async (context, u, { stored }) => {
  const { calculation_id: id } = stored
  if (typeof id !== 'number') return null
  const entity = requireEntity(context.registry, 'calculation')
  const [parent] = await loadRecords(u ?? context.database, entity, [], { column: 'id', values: [id] })
  return async () => {
    const { checkMatrix } = await import('../../engine/proof/price-proof.js')
    return checkMatrix({ id, name: String(parent?.values.name ?? id), type: 'matrix', ...toBodySource.matrix(stored) })
  }
}

/** Answers of the table's columns that no valid configuration contains, which can mean that a row is missing. */
const loadTableProof: ProofLoader = async (context, u, { stored }) => {
  if (stored.published !== true) return null
  const source = await loadProductSource(context, Number(stored.product_id), u)
  const questions: readonly unknown[] = Array.isArray(stored.question_ids) ? stored.question_ids : []
  const answers = new Set(source.answers.flatMap(({ id, question_id }) => (questions.includes(question_id) ? [id] : [])))
  return async () => {
    const { runProofs } = await import('../../engine/proof/product-proof.js')
    const until = performance.now() + timeBudget
    const own = (place: { readonly entity: string; readonly id: number }): boolean =>
      place.entity === 'answer' && answers.has(place.id)
    const { findings } = await runProofs(source, context.registry, { only: own, expired: () => performance.now() > until })
    return findings.filter(({ kind }) => kind === 'dead-answer' || kind === 'no-valid-configuration')
  }
}

const proofLoaders: Readonly<Record<string, ProofLoader>> = {
  question: createRuleProofLoader(({ id }) => id),
  answer: createRuleProofLoader(({ stored }) => stored.question_id),
  'calculation-matrix': loadMatrixProof,
  'variant-table': loadTableProof,
}

/**
 * Loads the data for the proof of a write and returns the proof, which loads nothing more. A dry run loads within its transaction
 * and proves afterwards, because the solver must not run in an open transaction.
 */
export async function prepareProof(
  context: Context,
  writeResult: WriteResult,
  u?: Unit,
): Promise<() => Promise<readonly Finding[]>> {
  const read = Object.hasOwn(proofLoaders, writeResult.entity) ? proofLoaders[writeResult.entity] : undefined
  const proof = await read?.(context, u, writeResult)
  return async () => (proof ? (await proof()).map(toFinding) : [])
}

/** Findings of a committed write. Empty if the proof fails, because the write stays valid. */
export async function findWriteFindings(context: Context, writeResult: WriteResult): Promise<readonly Finding[]> {
  try {
    return await (await prepareProof(context, writeResult))()
  } catch (error) {
    context.log.error(
      { err: error, entity: writeResult.entity, id: writeResult.id },
      'The proof of a write failed. The write itself was stored.',
    )
    return []
  }
}

function toFinding({ at: _at, part: _part, ...finding }: ProofFinding): Finding {
  return finding
}

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
