// Runs a verb for whoever asks: what the host owns is refused first, then the input is prepared by the verb's property map.
import { hostOwnsCommerce, serviceOwnsCarts } from '../commerce/cart/ownership.js'
import type { Visit } from '../commerce/visit.js'
import { prepareInput } from '../action/input.js'
import { type Issue, NotFoundError, ValidationError } from '../ground/errors.js'
import { didYouMean } from '../ground/nearest.js'
import type { Registry } from '../model/registry.js'
import type { VerbAccess, VerbDeclaration } from '../model/verb/declaration.js'
import type { Verb } from './define.js'

type Given = Readonly<Record<string, unknown>>

/** The verb of the name; NOT_FOUND with the nearest otherwise. The registry knows its declaration, core/verb its behaviour. */
export function requireVerb({ verbs }: Registry, name: string): Verb {
  const verb = verbs.get(name) as Verb | undefined
  if (!verb) throw new NotFoundError(`There is no verb '${name.slice(0, 100)}'.${didYouMean(name, verbs.keys())}`)
  return verb
}

/** NOT_FOUND where the host does itself what the verb is about. */
export function requirePlace({ where }: VerbAccess, { rules }: Visit): void {
  if (where === 'line-items' && rules.lineItems === null) throw new NotFoundError(serviceOwnsCarts)
  if ((where === 'commerce' || where === 'accounts') && !rules.commerce) throw new NotFoundError(hostOwnsCommerce)
  if (where === 'accounts' && !rules.keepsAccounts) {
    throw new NotFoundError('The host owns its accounts: people sign in there.')
  }
}

const pathsOf = new WeakMap<object, readonly string[]>()

/** The names in the path, in order: `token` and `position` in `carts/:token/positions/:position`. Worked out once for each verb. */
export function pathArguments(verb: Pick<VerbDeclaration, 'path'>): readonly string[] {
  const known = pathsOf.get(verb)
  if (known) return known
  const names = verb.path
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1))
  pathsOf.set(verb, names)
  return names
}

/** The input as the handler reads it; VALIDATION_FAILED with every argument that is unknown, missing or not accepted. */
function prepared(verb: VerbDeclaration, given: Given, found: readonly Issue[]): Given {
  const { input, emptied = [], fieldsOf } = verb
  const known = (name: string): boolean => Object.hasOwn(input, name)
  const own = fieldsOf ? Object.fromEntries(Object.entries(given).filter(([name]) => known(name))) : given
  const values = withIssues(found, () => prepareInput(input, own, { argument: 'field', owner: `'${verb.name}'` }))
  if (emptied.length === 0 && !fieldsOf) return values
  const cleared = emptied.filter((name) => given[name] === null || given[name] === '')
  return {
    ...values,
    ...Object.fromEntries(cleared.map((name) => [name, ''])),
    ...(fieldsOf && { fields: fieldsIn(given, fieldsOf.without, known) }),
  }
}

/** Refuses what the surface has found together with what is found here. */
function withIssues<T>(found: readonly Issue[], prepare: () => T): T {
  try {
    const values = prepare()
    if (found.length === 0) return values
  } catch (error) {
    if (!(error instanceof ValidationError) || found.length === 0) throw error
    throw new ValidationError([...found, ...error.issues])
  }
  throw new ValidationError(found)
}

/** What of the body is the record's; its owner is not the caller's to name. */
function fieldsIn(given: Given, without: readonly string[], known: (name: string) => boolean): Given {
  const issues = without
    .filter((name) => Object.hasOwn(given, name))
    .map((name) => ({ field: name, code: 'UNKNOWN_FIELD', message: `Unknown field '${name}': it is the account's own.` }))
  if (issues.length > 0) throw new ValidationError(issues)
  return Object.fromEntries(Object.entries(given).filter(([name]) => !known(name)))
}

/**
 * Calls the verb. Scopes are the surface's question; everything else is asked here.
 * @param found what is wrong with the call beside its arguments
 */
export async function runVerb<Output>(
  verb: Verb<never, Output>,
  visit: Visit,
  given: Given,
  found: readonly Issue[] = [],
): Promise<Output> {
  requirePlace(verb.access, visit)
  return await verb.handler(visit, prepared(verb, given, found) as never)
}
