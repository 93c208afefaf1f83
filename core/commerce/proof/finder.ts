// Says what is doubtful about a rule or a table as soon as it is written (domain §3); it refuses nothing.
import { proveMatrix } from '../../engine/proof/matrix-proof.js'
import type { ProofFinding } from '../../engine/proof/findings.js'
import type { MatrixSource } from '../../engine/program/source.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Finder } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { loadRecords, type LoadedRecord } from '../../storage/record/load.js'
import type { Finding } from '../../storage/record/shapes.js'
import { loadNeighbourhood } from './neighbourhood.js'

/** Milliseconds that the proof of one write may take; what it has not found by then is left to the proof of the whole product. */
const budget = 200

type Judge = (context: Context, u: Unit, record: LoadedRecord) => Promise<readonly ProofFinding[]>

const judgeRule =
  (entity: 'question' | 'answer', question: (record: LoadedRecord) => number): Judge =>
  async (context, u, record) => {
    if (typeof record.row.rules !== 'string' || record.row.rules === '') return []
    const source = await loadNeighbourhood(context, u, question(record))
    if (!source) return []
    // The solver is loaded with the first rule that is written, not at every start.
    const { prove } = await import('../../engine/proof/prove.js')
    const until = performance.now() + budget
    const own = (place: { readonly entity: string; readonly id: number }): boolean =>
      place.entity === entity && place.id === record.id
    const { findings } = await prove(source, context.registry, { only: own, expired: () => performance.now() > until })
    return findings.filter((finding) => finding.at.some(own))
  }

const judges: Readonly<Record<string, Judge>> = {
  question: judgeRule('question', (record) => record.id),
  answer: judgeRule('answer', (record) => record.values.question_id as number),
  'calculation-matrix': async (context, u, { values }) => {
    const id = values.calculation_id as number
    const [parent] = await loadRecords(u, requireEntity(context.registry, 'calculation'), [], { column: 'id', values: [id] })
    return proveMatrix({ id, name: String(parent?.values.name ?? id), type: 'matrix', matrix: values as unknown as MatrixSource })
  },
}

/** The finder that core asks after every store. */
export const proofFinder: Finder = async (context, u, entity, id) => {
  const judge = Object.hasOwn(judges, entity) ? judges[entity] : undefined
  if (!judge) return []
  const [record] = await loadRecords(u, requireEntity(context.registry, entity), [], { column: 'id', values: [id] })
  return record ? (await judge(context, u, record)).map(toFinding) : []
}

function toFinding({ kind, grade, entity, id, field, message }: ProofFinding): Finding {
  return { kind, grade, entity, id, field, message }
}
