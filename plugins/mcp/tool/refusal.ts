// Turns errors into prose: the model's own wording, field by field, then the step that comes next (spec 7.2).
import { entitiesOf, offeredEntities } from '#core/action/access.js'
import { spellActions } from '#core/action/spelling.js'
import type { Grant } from '#core/ground/access/grant.js'
import { type ErrorCode, ServiceError, ValidationError } from '#core/ground/errors.js'
import type { ActionDeclaration, ActionInput } from '#core/model/action/declaration.js'
import { bodyEntities } from '#core/model/entity/calculation-bodies.js'
import type { Registry } from '#core/model/registry.js'
import { keyHeader } from '#core/storage/idempotency.js'
import { toolNames } from './project.js'

export interface Refused {
  readonly registry: Registry
  readonly action: ActionDeclaration
  readonly grant: Grant
  readonly input: ActionInput
}

/** Characters told at most: what a caller sent comes back in part only. */
const longest = 8_000
/** Issues told at most. */
const told = 20

const generalSteps: Readonly<Partial<Record<ErrorCode, string>>> = {
  INSUFFICIENT_SCOPE: 'Ask the person who runs this for a grant that holds it; your other tools still work.',
  PRECONDITION_FAILED: 'Read the record again with the action get-entity and repeat the change.',
  NOT_READY: 'Call the action describe-install to see the state of the installation, or try again shortly.',
}

/** True where the caller may read the message; all other failures are told by an identifier only. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'INTERNAL_ERROR'
}

function wording(error: ServiceError): string {
  if (!(error instanceof ValidationError) || error.issues.length === 0) return error.message
  const lines = error.issues.slice(0, told).map(({ field, message }) => `${field}: ${message}`)
  const rest = error.issues.length - lines.length
  return [...lines, ...(rest > 0 ? [`${rest} more fields are refused.`] : [])].join('\n')
}

/** For an entity that does not exist, or that this tool does not take: those that it takes. */
function otherEntities({ registry, action, grant, input }: Refused): string | null {
  const name = action.entity && input[action.entity.argument]
  if (typeof name !== 'string' || entitiesOf(registry, action).some((entity) => entity.name === name)) return null
  if (Object.values(bodyEntities).includes(name)) return 'Call the action set-calculation to write the body of a calculation.'
  const names = offeredEntities(registry, action, grant).map((entity) => entity.name)
  return `The entities here are ${names.join(', ')}.`
}

/** What the caller reads. */
export function refusalProse(error: ServiceError, refused: Refused): string {
  const fields = error instanceof ValidationError ? error.issues.map(({ field }) => field) : []
  // What is wrong with the key is nothing that the action could help with.
  const step = fields.includes(keyHeader)
    ? null
    : (otherEntities(refused) ??
      refused.action.nextStep?.({ code: error.code, fields }, refused.input) ??
      generalSteps[error.code])
  const prose = step ? `${wording(error)}\n${step}` : wording(error)
  const spelled = spellActions(prose, toolNames(refused.registry))
  return spelled.length > longest ? `${spelled.slice(0, longest)}…` : spelled
}

/** A call that was given up; it cannot be taken back. */
export function lateProse(seconds: number): string {
  return `The call took longer than ${seconds} seconds, so its result is not waited for. It may still end, and what it changes is then stored whole: read before you repeat it, and ask for less at once.`
}

export function failureProse(id: string): string {
  return `Something broke on the server. The log holds the cause under the identifier '${id}'. Tell the person who runs this, and do not repeat the call.`
}
