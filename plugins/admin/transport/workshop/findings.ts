// Checks a whole product: all findings, each with example selections and an automatic repair if only one is possible.
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

/** Maximum seconds for the check, because somebody waits for it. An incomplete result is marked as such. */
const patience = 10
/** Maximum number of returned findings. */
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

/** The rules of the records in these findings, as authors read them. */
async function rulesOf({ app }: AdminScope, findings: readonly ProofFinding[]): Promise<ReadonlyMap<string, unknown>> {
  const places = new Map(
    findings.flatMap(({ part, entity, id }) => (part === undefined ? [] : [[`${entity} ${id}`, { entity, id }]])),
  )
  const read = [...places].map(async ([key, { entity, id }]) => [key, (await app.read(entity, id)).record['rules']] as const)
  return new Map(await Promise.all(read))
}
