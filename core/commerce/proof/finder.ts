// Says what is doubtful about a rule or a table as soon as it is written (domain §3); it refuses nothing.
import type { ProofFinding } from '../../engine/proof/findings.js'
import type { MatrixSource } from '../../engine/program/source.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Finder } from '../../storage/context.js'
import { quote } from '../../storage/database/dialect.js'
import type { Unit } from '../../storage/database/unit.js'
import { loadRecords } from '../../storage/record/load.js'
import type { Finding } from '../../storage/record/shapes.js'

/** Milliseconds that the proof of one write may take; what it has not found by then is left to the proof of the whole product. */
const budget = 200

type Judge = (context: Context, u: Unit, id: number) => Promise<readonly ProofFinding[]>

/** Most records have no rule, so the two columns are looked at before anything is loaded. */
const judgeRule =
  (entity: 'question' | 'answer', questionColumn: 'id' | 'question_id'): Judge =>
  async (context, u, id) => {
    const { table } = requireEntity(context.registry, entity)
    const [row] = await u.query(`SELECT rules, ${questionColumn} AS question FROM ${quote(table)} WHERE id = ?`, [id])
    if (!row || typeof row.rules !== 'string' || row.rules === '') return []
    // The solver is loaded with the first rule that is written, not at every start.
    const { loadNeighbourhood } = await import('./neighbourhood.js')
    const source = await loadNeighbourhood(context, u, Number(row.question))
    if (!source) return []
    const { prove } = await import('../../engine/proof/prove.js')
    const until = performance.now() + budget
    const own = (place: { readonly entity: string; readonly id: number }): boolean => place.entity === entity && place.id === id
    const { findings } = await prove(source, context.registry, { only: own, expired: () => performance.now() > until })
    return findings.filter((finding) => finding.at.some(own))
  }

const judgeMatrix: Judge = async (context, u, id) => {
  const load = (entity: string, of: number) =>
    loadRecords(u, requireEntity(context.registry, entity), [], { column: 'id', values: [of] })
  const [body] = await load('calculation-matrix', id)
  if (!body) return []
  const calculation = body.values.calculation_id as number
  const [parent] = await load('calculation', calculation)
  const { proveMatrix } = await import('../../engine/proof/matrix-proof.js')
  const name = String(parent?.values.name ?? calculation)
  return proveMatrix({ id: calculation, name, type: 'matrix', matrix: body.values as unknown as MatrixSource })
}

const judges: Readonly<Record<string, Judge>> = {
  question: judgeRule('question', 'id'),
  answer: judgeRule('answer', 'question_id'),
  'calculation-matrix': judgeMatrix,
}

/** The finder that core asks after every store. */
export const proofFinder: Finder = async (context, u, entity, id) => {
  const judge = Object.hasOwn(judges, entity) ? judges[entity] : undefined
  return judge ? (await judge(context, u, id)).map(toFinding) : []
}

function toFinding({ kind, grade, entity, id, field, message }: ProofFinding): Finding {
  return { kind, grade, entity, id, field, message }
}
