// Runs actions for the admin pages. Checks the action's scopes, as REST and the CLI do.
import { createMessage, NotFoundError } from '#core/contract.js'
import { type Registry, type productEditing, messageFormat, accessRules } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { describeDifference } from '../wording/difference.js'
import { type LabelTranslator, createLabelTranslator } from '../wording/label-translator.js'
import { type MessageTranslator, createMessageTranslator } from '../wording/message-translator.js'
import { readTypedNumbers } from './form-record.js'

/** Pages show commands as buttons: replaces the hyphens of an action's name by spaces. */
const formatActionName = (action: string): string => action.replaceAll('-', ' ')

interface OmittedPart extends Omit<messageFormat.MessageFields, 'message'> {
  readonly what: string
  readonly why: string
}

type UntranslatedFinding = Parameters<MessageTranslator['finding']>[0]

const isDiffReport = (answer: object): answer is productEditing.DiffReport =>
  'products' in answer && 'from' in answer && 'to' in answer

/** The differences, translated into the caller's language. */
function translateDiffReport(
  registry: Registry,
  { message }: MessageTranslator,
  report: productEditing.DiffReport,
): productEditing.DiffReport {
  const inWords = (change: productEditing.DiffChange): productEditing.DiffChange => ({
    ...change,
    sentence: message(describeDifference(registry, change)),
  })
  return { ...report, products: report.products.map((product) => ({ ...product, changes: product.changes.map(inWords) })) }
}

/** Translates omitted items and findings of packages and sheets into the caller's language. */
function translateActionResult(answer: object, { refusal, finding }: MessageTranslator, translate: LabelTranslator): object {
  const { left_out: omittedParts, findings } = answer as {
    readonly left_out?: readonly OmittedPart[]
    readonly findings?: readonly UntranslatedFinding[]
  }
  return {
    ...answer,
    ...(omittedParts && {
      left_out: omittedParts.map((part) => ({
        ...messageFormat.toEnglishFields(part),
        what: translate(part.what),
        why: refusal({ ...part, message: part.why, code: '' }),
      })),
    }),
    ...(findings && { findings: findings.map((untranslated) => finding(untranslated)) }),
  }
}

export async function callAction({ app, request, caller: adminCaller, language }: AdminScope): Promise<Reply> {
  const name = request.params['action'] ?? ''
  const action = app.context.registry.actions.get(name)
  if (!action)
    throw new NotFoundError(
      createMessage('errors.unknownAction', {
        name: name.slice(0, 100),
        hint: messageFormat.suggestName(name, app.context.registry.actions.keys()),
      }),
    )
  accessRules.requireAccess(app.context.registry, action, adminCaller.grant, request.fields)
  const answer =
    (await app.act(name, await readTypedNumbers(action.input, request.fields, language), {
      caller: { ...adminCaller, outside: true },
      formatActionName,
      keepsMessages: true,
    })) ?? null
  if (answer === null) return createJsonReply(null)
  const tell = createMessageTranslator(app.context.registry, language)
  // In English, a difference is described with the words of the action.
  if (language !== 'en' && isDiffReport(answer)) return createJsonReply(translateDiffReport(app.context.registry, tell, answer))
  return createJsonReply(translateActionResult(answer, tell, createLabelTranslator(app.context.registry, language)))
}
