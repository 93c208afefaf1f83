// Says what is doubtful about a rule or a table as soon as it is written (domain §3); it refuses nothing.
import type { ProofFinding } from '../../engine/proof/findings.js'
import { bodies } from '../../engine/calculation/bodies/index.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Finder, StoredRecord } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { loadRecords } from '../../storage/record/load.js'
import type { Finding } from '../../storage/record/shapes.js'
import { isEmpty } from '../../storage/record/values.js'

/** Milliseconds that the proof of one write may take; what it has not found by then is left to the proof of the whole product. */
const budget = 200

type Judge = (context: Context, u: Unit, stored: StoredRecord) => Promise<readonly ProofFinding[]>

/** Most records have no rule: nothing is loaded for them. */
const judgeRule =
  (question: (stored: StoredRecord) => unknown): Judge =>
  async (context, u, stored) => {
    if (isEmpty(stored.record.rules)) return []
    // The solver is loaded with the first rule that is written, not at every start.
    const { loadNeighbourhood } = await import('./neighbourhood.js')
    const source = await loadNeighbourhood(context, u, Number(question(stored)))
    if (!source) return []
    const { prove } = await import('../../engine/proof/prove.js')
    const until = performance.now() + budget
    const own = (place: { readonly entity: string; readonly id: number }): boolean =>
      place.entity === stored.entity && place.id === stored.id
    const { findings } = await prove(source, context.registry, { only: own, expired: () => performance.now() > until })
    return findings.filter((finding) => finding.at.some(own))
  }

const judgeMatrix: Judge = async (context, u, { id }) => {
  const load = (entity: string, of: number) =>
    loadRecords(u, requireEntity(context.registry, entity), [], { column: 'id', values: [of] })
  const [body] = await load('calculation-matrix', id)
  if (!body) return []
  const calculation = body.values.calculation_id as number
  const [parent] = await load('calculation', calculation)
  const { proveMatrix } = await import('../../engine/proof/matrix-proof.js')
  const name = String(parent?.values.name ?? calculation)
  return proveMatrix({ id: calculation, name, type: 'matrix', ...bodies.matrix.source(body.values) })
}

const judges: Readonly<Record<string, Judge>> = {
  question: judgeRule(({ id }) => id),
  answer: judgeRule(({ record }) => record.question_id),
  'calculation-matrix': judgeMatrix,
}

/** The finder that core asks after every store. */
export const proofFinder: Finder = async (context, u, stored) => {
  const judge = Object.hasOwn(judges, stored.entity) ? judges[stored.entity] : undefined
  return judge ? (await judge(context, u, stored)).map(toFinding) : []
}

function toFinding({ kind, grade, entity, id, field, message }: ProofFinding): Finding {
  return { kind, grade, entity, id, field, message }
}
