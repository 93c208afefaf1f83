// What the prover doubts about a whole product, each with choices that show it and what mends it where only one thing can.
import type { ProofFinding } from '#core/engine/proof/findings.js'
import type { ProofReport } from '#core/engine/proof/product-proof.js'
import { loadSource } from '#core/product/load.js'
import { json, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/scope.js'
import { tellIn } from '../../wording/told.js'
import { repairOf } from './repair.js'
import type { WorkshopFindings } from './shape.js'
import { requireProduct } from './tree.js'
import { witnessOf } from './witness.js'

/** Seconds that the proof may take while somebody waits for it; what it has not found by then is left out, and said. */
const patience = 10
/** Findings that are told: whoever has more begins with these. */
const most = 200

export async function readFindings(scope: AdminScope): Promise<Reply> {
  const { app, visitor, language } = scope
  const tell = tellIn(app.registry, language)
  const product = requireProduct(scope)
  const source = await loadSource(app.context, product)
  const input = { product_id: product, seconds: patience }
  const { findings, gaveUp } = (await app.act('prove-product', input, { caller: { ...visitor, outside: true } })) as ProofReport
  const told = findings.slice(0, most)
  const rules = await rulesOf(scope, told)
  return json({
    findings: told.map((finding) => {
      const { kind, grade, entity, id, field, message } = tell.finding(finding)
      const witness = witnessOf(source, finding)
      return { kind, grade, entity, id, field, message, witness, repair: repairOf(finding, rules.get(`${entity} ${id}`)) }
    }),
    more: findings.length - told.length,
    gaveUp,
  } satisfies WorkshopFindings)
}

/** Rules as authors read them, of the records whose parts are spoken of. */
async function rulesOf({ app }: AdminScope, findings: readonly ProofFinding[]): Promise<ReadonlyMap<string, unknown>> {
  const places = new Map(
    findings.flatMap(({ part, entity, id }) => (part === undefined ? [] : [[`${entity} ${id}`, { entity, id }]])),
  )
  const read = [...places].map(async ([key, { entity, id }]) => [key, (await app.read(entity, id)).record['rules']] as const)
  return new Map(await Promise.all(read))
}
