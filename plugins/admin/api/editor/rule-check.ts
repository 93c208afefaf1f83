// Validates an unsaved rule: its errors, the number of remaining configurations, and findings of the proof.
import { createMessage, type Refusal, ServiceError, ValidationError } from '#core/contract.js'
import { measureRuleEffectJob, type ProductSource, toStoredRule } from '#core/surface.js'
import { requireTargetEntity } from '../../../http/record-query.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { createMessageTranslator } from '../../wording/message-translator.js'
import { parsePositiveId, getEditedProduct } from './edited-product.js'
import type { EditorIssue, RuleCheckReply } from './shape.js'

/** Maximum seconds for the check of a rule in its worker. */
const countTimeLimit = 4

/** The errors of an editor's text, each with its path. */
export function toEditorIssues({ app, language }: AdminScope, refusals: readonly Refusal[]): readonly EditorIssue[] {
  const tell = createMessageTranslator(app.context.registry, language)
  return refusals.map((refusal) => ({ path: refusal.path ?? '', message: tell.refusal(refusal) }))
}

/** The product with this rule instead of the stored one. null if the record is not part of the published product. */
function replaceRule(source: ProductSource, entity: string, id: number | null, rules: string | null): ProductSource | null {
  const replaced = <R extends { readonly id: number }>(records: readonly R[]): readonly R[] =>
    records.map((record) => (record.id === id ? { ...record, rules } : record))
  const holders = entity === 'question' ? source.questions : entity === 'answer' ? source.answers : []
  if (!holders.some((holder) => holder.id === id)) return null
  return entity === 'question'
    ? { ...source, questions: replaced(source.questions) }
    : { ...source, answers: replaced(source.answers) }
}

/** POST editor/:entity/rule. Callers who may not write the rule do not see its effect. */
export async function checkEditedRule(scope: AdminScope): Promise<Reply> {
  const { app, request, caller: adminCaller, language } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const { owner, id: submittedId, rule = null } = request.fields
  const product = await getEditedProduct(scope, entity, owner)
  if (submittedId !== undefined && submittedId !== null && parsePositiveId(submittedId) === null)
    throw ValidationError.of('id', createMessage('errors.ruleRecordRequired'))
  const outcome = toStoredRule(rule, product.vocabulary.vocabulary)
  if ('refusals' in outcome)
    return createJsonReply({
      issues: toEditorIssues(scope, outcome.refusals),
      counts: null,
      findings: [],
    } satisfies RuleCheckReply)
  const id = parsePositiveId(submittedId)
  const source = replaceRule(product.source, entity.name, id, outcome.stored)
  if (!source || id === null) return createJsonReply({ issues: [], counts: null, findings: [] } satisfies RuleCheckReply)
  const place = { entity: entity.name as 'question' | 'answer', id }
  try {
    const tell = createMessageTranslator(app.context.registry, language)
    const call = { caller: adminCaller, seconds: countTimeLimit, progress: () => undefined }
    const { withRule, withoutRule, findings } = await app.operations.jobs.run(measureRuleEffectJob, { source, place }, call)
    return createJsonReply({
      issues: [],
      counts: { withRule, withoutRule },
      findings: findings
        .map((finding) => tell.finding(finding))
        .map(({ kind, grade, entity: of, id: ofId, field, message }) => ({
          kind,
          grade,
          entity: of,
          id: ofId,
          field,
          message,
        })),
    } satisfies RuleCheckReply)
  } catch (error) {
    // The product is too large, or requests come faster than the count. The next request counts again.
    if (!(error instanceof ServiceError) || !['TOO_MANY_REQUESTS', 'VALIDATION_FAILED'].includes(error.code)) throw error
    return createJsonReply({ issues: [], counts: { withRule: null, withoutRule: null }, findings: [] } satisfies RuleCheckReply)
  }
}
