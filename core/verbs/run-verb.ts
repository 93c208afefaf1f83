// Runs a verb: refuses areas that the host owns, then prepares and validates the input by the verb's property map.
import { createMessage, quoteText, suggestName } from '../foundation/message.js'
import { hostOwnsCommerceMessage, serviceOwnsCartsMessage, type ShopperContext } from '../commerce/shopper-context.js'
import { type ArgumentWords, prepareInput } from '../foundation/property/property-map.js'
import { createIssue, type Issue, NotFoundError, ValidationError } from '../foundation/errors.js'
import type { Registry } from '../model/registry.js'
import type { VerbAccess, VerbDeclaration } from '../model/verb/declaration.js'
import type { Verb } from './define-verb.js'

type VerbInput = Readonly<Record<string, unknown>>

/** Returns the verb; NOT_FOUND with the most similar name if it does not exist. */
export function requireVerb({ verbs }: Registry, name: string): Verb {
  const verb = verbs.get(name) as Verb | undefined
  if (!verb)
    throw new NotFoundError(
      createMessage('errors.unknownVerb', { name: name.slice(0, 100), hint: suggestName(name, verbs.keys()) }),
    )
  return verb
}

/** Throws NOT_FOUND if the host itself is responsible for the verb's area. */
export function requireServiceOwnership({ where: accessArea }: VerbAccess, { rules }: ShopperContext): void {
  if (accessArea === 'line-items' && rules.lineItems === null) throw new NotFoundError(serviceOwnsCartsMessage)
  if ((accessArea === 'commerce' || accessArea === 'accounts') && !rules.commerce)
    throw new NotFoundError(hostOwnsCommerceMessage)
  if (accessArea === 'accounts' && !rules.keepsAccounts) {
    throw new NotFoundError(createMessage('errors.accountsOfHost'))
  }
}

const pathCache = new WeakMap<object, readonly string[]>()

/** The names of path arguments, in order: `token` and `position` in `carts/:token/positions/:position`. Cached per verb. */
export function getPathArguments(verb: Pick<VerbDeclaration, 'path'>): readonly string[] {
  const cached = pathCache.get(verb)
  if (cached) return cached
  const names = verb.path
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1))
  pathCache.set(verb, names)
  return names
}

/** Prepares the input for the handler. Throws VALIDATION_FAILED with all unknown, missing and invalid arguments. */
function prepareVerbInput(
  registry: Registry,
  verb: VerbDeclaration,
  callInput: VerbInput,
  surfaceIssues: readonly Issue[],
): VerbInput {
  const { input, emptied = [], fieldsOf } = verb
  const isInputField = (name: string): boolean => Object.hasOwn(input, name)
  const own = fieldsOf ? Object.fromEntries(Object.entries(callInput).filter(([name]) => isInputField(name))) : callInput
  const words: ArgumentWords = {
    argument: 'field',
    // Only messages need it.
    get owner() {
      return quoteText(verb.name)
    },
  }
  const values = withIssues(surfaceIssues, () => prepareInput(input, own, words, registry))
  if (emptied.length === 0 && !fieldsOf) return values
  const cleared = emptied.filter((name) => callInput[name] === null || callInput[name] === '')
  return {
    ...values,
    ...Object.fromEntries(cleared.map((name) => [name, ''])),
    ...(fieldsOf && { fields: extractFields(callInput, fieldsOf.without, isInputField) }),
  }
}

/** Throws a single error with the issues of the surface and of the preparation. */
function withIssues<T>(surfaceIssues: readonly Issue[], prepare: () => T): T {
  try {
    const values = prepare()
    if (surfaceIssues.length === 0) return values
  } catch (error) {
    if (!(error instanceof ValidationError) || surfaceIssues.length === 0) throw error
    throw new ValidationError([...surfaceIssues, ...error.issues])
  }
  throw new ValidationError(surfaceIssues)
}

/** Separates the record fields from the arguments. Refuses fields that identify the owner. */
function extractFields(callInput: VerbInput, without: readonly string[], isInputField: (name: string) => boolean): VerbInput {
  const issues = without
    .filter((name) => Object.hasOwn(callInput, name))
    .map((name) => createIssue(name, createMessage('fields.ofAccount', { name }), 'UNKNOWN_FIELD'))
  if (issues.length > 0) throw new ValidationError(issues)
  return Object.fromEntries(Object.entries(callInput).filter(([name]) => !isInputField(name)))
}

/**
 * Calls the verb. The surface must have checked the scopes.
 * @param found issues that the surface found outside the arguments
 */
export async function runVerb<Output>(
  verb: Verb<never, Output>,
  shopperContext: ShopperContext,
  callInput: VerbInput,
  surfaceIssues: readonly Issue[] = [],
): Promise<Output> {
  requireServiceOwnership(verb.access, shopperContext)
  const input = prepareVerbInput(shopperContext.context.registry, verb, callInput, surfaceIssues)
  return await verb.handler(shopperContext, input as never)
}

/** Applies the same ownership checks and input validation as the runtime API. */
export async function runVerbForShopper<T>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  shopperContext: ShopperContext,
): Promise<T> {
  return (await runVerb(requireVerb(shopperContext.context.registry, name), shopperContext, input)) as T
}
