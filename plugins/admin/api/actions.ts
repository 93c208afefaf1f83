// Runs actions for the admin pages. Checks the action's scopes, as REST and the CLI do.
import { createMessage, NotFoundError } from '#core/contract.js'
import { accessRules, messageFormat } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { type MessageTranslator, createMessageTranslator } from '../wording/message-translator.js'
import { readTypedNumbers } from './form-record.js'

/** Pages show commands as buttons: replaces the hyphens of an action's name by spaces. */
const formatActionName = (action: string): string => action.replaceAll('-', ' ')

type UntranslatedFinding = Parameters<MessageTranslator['finding']>[0]

/** Writes the findings of packages and sheets, then all other messages, in the caller's language. */
function translateActionResult(answer: object, { finding, text }: MessageTranslator): unknown {
  const { findings } = answer as { readonly findings?: readonly UntranslatedFinding[] }
  return messageFormat.writeMessages({ ...answer, ...(findings && { findings: findings.map((item) => finding(item)) }) }, text)
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
  return createJsonReply(translateActionResult(answer, tell))
}
