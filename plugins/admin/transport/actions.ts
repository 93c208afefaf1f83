// Actions as the pages call them: the scopes that they need are asked here, as on every surface.
import { requireAccess } from '#core/action/access.js'
import { spellRefusal } from '#core/action/spelling.js'
import { NotFoundError } from '#core/ground/errors.js'
import { didYouMean } from '#core/ground/nearest.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { type Say, sayIn } from '../wording/label.js'
import { type Tell, tellIn } from '../wording/told.js'

/** Pages say by buttons what other surfaces spell as commands. */
const spell = (action: string): string => action.replaceAll('-', ' ')

interface LeftOut {
  readonly what: string
  readonly why: string
}

type Found = Parameters<Tell['finding']>[0]

/** What a package leaves out, and what is found in one or in a sheet, is told to people, in their language. */
function retold(answer: object, { refusal, finding }: Tell, say: Say): object {
  const { left_out: left, findings } = answer as { readonly left_out?: readonly LeftOut[]; readonly findings?: readonly Found[] }
  return {
    ...answer,
    ...(left && { left_out: left.map((one) => ({ ...one, what: say(one.what), why: refusal(one.why, '') })) }),
    ...(findings && { findings: findings.map((one) => finding(one)) }),
  }
}

export async function callAction({ app, request, visitor, language }: AdminScope): Promise<Reply> {
  const name = request.params['action'] ?? ''
  const action = app.registry.actions.get(name)
  if (!action)
    throw new NotFoundError(`There is no action '${name.slice(0, 100)}'.${didYouMean(name, app.registry.actions.keys())}`)
  requireAccess(app.registry, action, visitor.grant, request.fields)
  try {
    const answer = (await app.act(name, request.fields, { caller: { ...visitor, outside: true }, spell })) ?? null
    return json(answer === null ? null : retold(answer, tellIn(app.registry, language), sayIn(app.registry, language)))
  } catch (error) {
    throw spellRefusal(error, spell)
  }
}
