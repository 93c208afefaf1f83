// Error texts of tools: the message of the model field by field, then the next step.
import { type Grant, ServiceError, ValidationError } from '#core/contract.js'
import {
  type ActionDeclaration,
  type ActionInput,
  bodyEntities,
  type ErrorCode,
  idempotencyKeyHeader,
  listAcceptedEntities,
  listPermittedEntities,
  type Registry,
  replaceActionNames,
} from '#core/surface.js'
import { spellAsTools } from './tool-list.js'

export interface FailedCall {
  readonly registry: Registry
  readonly action: ActionDeclaration
  readonly grant: Grant
  readonly input: ActionInput
}

/** Characters. Input of the caller may be part of the text. */
const longestText = 8_000
const maxIssues = 20

const defaultSteps: Readonly<Partial<Record<ErrorCode, string>>> = {
  INSUFFICIENT_SCOPE: 'Ask the person who runs this for a grant that holds it; your other tools still work.',
  PRECONDITION_FAILED: 'Read the record again with the action get-entity and repeat the change.',
  NOT_READY: 'Call the action describe-install to see the state of the installation, or try again shortly.',
}

/** True if the caller may read the message. The caller gets only a log id of other errors. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'INTERNAL_ERROR'
}

function issuesText(error: ServiceError): string {
  if (!(error instanceof ValidationError) || error.issues.length === 0) return error.message
  const lines = error.issues.slice(0, maxIssues).map(({ field, message }) => `${field}: ${message}`)
  const rest = error.issues.length - lines.length
  return [...lines, ...(rest > 0 ? [`${rest} more fields are refused.`] : [])].join('\n')
}

/** The next step if the call names an entity that the tool does not accept, otherwise null. */
function entityStep({ registry, action, grant, input }: FailedCall): string | null {
  const name = action.entity && input[action.entity.argument]
  if (typeof name !== 'string' || listAcceptedEntities(registry, action).some((entity) => entity.name === name)) return null
  if (Object.values(bodyEntities).includes(name)) return 'Call the action set-calculation to write the body of a calculation.'
  const names = listPermittedEntities(registry, action, grant).map((entity) => entity.name)
  return `The entities here are ${names.join(', ')}.`
}

export function refusalText(error: ServiceError, call: FailedCall): string {
  const fields = error instanceof ValidationError ? error.issues.map(({ field }) => field) : []
  // No tool can repair the idempotency key.
  const step = fields.includes(idempotencyKeyHeader)
    ? null
    : (entityStep(call) ?? call.action.nextStep?.({ code: error.code, fields }, call.input) ?? defaultSteps[error.code])
  const text = step ? `${issuesText(error)}\n${step}` : issuesText(error)
  const spelled = replaceActionNames(text, spellAsTools(call.registry))
  return spelled.length > longestText ? `${spelled.slice(0, longestText)}…` : spelled
}

/** A running call cannot be undone. */
export function timeoutText(seconds: number): string {
  return `The call took longer than ${seconds} seconds, and the server stopped waiting. It may still finish and store its changes: read before you repeat it, and ask for less in one call.`
}

export function failureText(id: string): string {
  return `The server failed. Its log holds the cause under the identifier '${id}'. Report it to the person who runs this, and do not repeat the call.`
}
