// Runs actions for the admin pages. Checks the action's scopes, as REST and the CLI do.
import { requireAccess } from '#core/action/access.js'
import { replaceActionNamesInError } from '#core/action/action-names.js'
import { NotFoundError } from '#core/foundation/errors.js'
import { didYouMean } from '#core/foundation/nearest.js'
import type { Registry } from '#core/model/registry.js'
import type { DiffChange, DiffReport } from '#core/transfer/diff/define.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { germanDifference } from '../wording/german-difference.js'
import { type Say, sayIn } from '../wording/label.js'
import { type Tell, tellIn } from '../wording/told.js'
import { readTypedNumbers } from './typed-numbers.js'

/** Pages show commands as buttons: replaces the hyphens of an action's name by spaces. */
const spell = (action: string): string => action.replaceAll('-', ' ')

interface LeftOut {
  readonly what: string
  readonly why: string
}

type Found = Parameters<Tell['finding']>[0]

const isDiff = (answer: object): answer is DiffReport => 'products' in answer && 'from' in answer && 'to' in answer

/** The differences, translated into the caller's language. */
function differing(registry: Registry, say: Say, report: DiffReport): DiffReport {
  const inWords = (change: DiffChange): DiffChange => ({ ...change, sentence: germanDifference(registry, say, change) })
  return { ...report, products: report.products.map((one) => ({ ...one, changes: one.changes.map(inWords) })) }
}

/** Translates omitted items and findings of packages and sheets into the caller's language. */
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
    const answer =
      (await app.act(name, await readTypedNumbers(action.input, request.fields, language), {
        caller: { ...visitor, outside: true },
        spell,
      })) ?? null
    if (answer === null) return json(null)
    const say = sayIn(app.registry, language)
    if (language === 'de' && isDiff(answer)) return json(differing(app.registry, say, answer))
    return json(retold(answer, tellIn(app.registry, language), say))
  } catch (error) {
    throw replaceActionNamesInError(error, spell)
  }
}
