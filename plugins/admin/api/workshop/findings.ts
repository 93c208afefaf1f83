// Checks a whole product: all findings, each with example selections and an automatic repair if only one is possible.
import { loadProductSource, type ProofFinding, type ProofReport } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { createMessageTranslator } from '../../wording/message-translator.js'
import { findRepair } from './repair.js'
import type { WorkshopFindings } from './shape.js'
import { requireProduct } from './workshop-tree.js'
import { findWitness } from './witness.js'

/** Maximum seconds for the check, because somebody waits for it. An incomplete result is marked as such. */
const proofTimeLimit = 10
/** Maximum number of returned findings. */
const maxFindings = 200

export async function readFindings(scope: AdminScope): Promise<Reply> {
  const { app, caller: adminCaller, language } = scope
  const tell = createMessageTranslator(app.context.registry, language)
  const product = requireProduct(scope)
  const source = await loadProductSource(app.context, product)
  const input = { product_id: product, seconds: proofTimeLimit }
  const { findings, gaveUp } = (await app.act('prove-product', input, {
    caller: { ...adminCaller, outside: true },
    keepsMessages: true,
  })) as ProofReport
  const reported = findings.slice(0, maxFindings)
  const rules = await loadFindingRules(scope, reported)
  return createJsonReply({
    findings: reported.map((finding) => {
      const { kind, grade, entity, id, field, message } = tell.finding(finding)
      const witness = findWitness(source, finding)
      return { kind, grade, entity, id, field, message, witness, repair: findRepair(finding, rules.get(`${entity} ${id}`)) }
    }),
    more: findings.length - reported.length,
    gaveUp,
  } satisfies WorkshopFindings)
}

/** The rules of the records in these findings, as authors read them. */
async function loadFindingRules({ app }: AdminScope, findings: readonly ProofFinding[]): Promise<ReadonlyMap<string, unknown>> {
  const places = new Map(
    findings.flatMap(({ part, entity, id }) => (part === undefined ? [] : [[`${entity} ${id}`, { entity, id }]])),
  )
  const read = [...places].map(
    async ([key, { entity, id }]) => [key, (await app.records.read(entity, id)).record['rules']] as const,
  )
  return new Map(await Promise.all(read))
}
