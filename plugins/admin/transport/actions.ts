// Actions as the pages call them: the scopes that they need are asked here, as on every surface.
import { requireAccess } from '#core/action/access.js'
import { spellRefusal } from '#core/action/spelling.js'
import { NotFoundError } from '#core/ground/errors.js'
import { didYouMean } from '#core/ground/nearest.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'

/** Pages say by buttons what other surfaces spell as commands. */
const spell = (action: string): string => action.replaceAll('-', ' ')

export async function callAction({ app, request, visitor }: AdminScope): Promise<Reply> {
  const name = request.params['action'] ?? ''
  const action = app.registry.actions.get(name)
  if (!action)
    throw new NotFoundError(`There is no action '${name.slice(0, 100)}'.${didYouMean(name, app.registry.actions.keys())}`)
  requireAccess(app.registry, action, visitor.grant, request.fields)
  try {
    return json((await app.act(name, request.fields, { caller: { ...visitor, outside: true }, spell })) ?? null)
  } catch (error) {
    throw spellRefusal(error, spell)
  }
}
