// Runs tools in this process: lists the tools of a grant, runs calls, writes the audit line.
import { translateError } from '../../http/error-language.js'
import { randomUUID } from 'node:crypto'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import {
  type App,
  type Caller,
  createLruCache,
  type Grant,
  ServiceError,
  ValidationError,
  createMessage,
  type Message,
  type MessageWriter,
} from '#core/contract.js'
import {
  type ActionDeclaration,
  type ActionInput,
  digestValues,
  replaceActionNames,
  runIdempotentInOwnUnit,
  runIdempotentOutsideUnit,
  type Unit,
  idempotencyKeyHeader,
  type Registry,
  createMessageWriter,
  accessRules,
  entityModel,
  messageFormat,
} from '#core/surface.js'
import {
  checkArgumentBounds,
  type ToolCall,
  type ToolProvider,
  UnknownToolError,
  errorResult,
  successResult,
} from './tool-provider.js'
import { findAction, listTools, spellAsTools, toToolName } from './tool-list.js'

/** Tool lists in memory, one per grant. */
const cachedLists = 64

export interface ToolServiceOptions {
  /** Milliseconds after which a call returns without its result. Default: no limit. */
  readonly timeout?: number
}

/** A repeated call with the same key returns the first result. */
export interface IdempotencyKey {
  readonly key: string
  /** Called if the result is that of an earlier call. */
  onReplay(): void
}

export interface ToolSession {
  /** The language of texts in results. Default: English. */
  readonly language?: string | undefined
  /** Applies to calls that change something. */
  readonly idempotency?: IdempotencyKey | undefined
}

export interface ToolService {
  forCaller(caller: Caller, session?: ToolSession): ToolProvider
}

/** The value, or null after the timeout. */
async function waitFor<T>(work: Promise<T>, timeout: number | undefined): Promise<{ readonly value: T } | null> {
  const outcome = work.then((value) => ({ value }))
  if (timeout === undefined) return outcome
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeout)
  })
  return Promise.race([outcome, expired]).finally(() => clearTimeout(timer))
}

// Error texts of tools: the message of the model field by field, then the next step.

export interface FailedCall {
  readonly registry: Registry
  readonly action: ActionDeclaration
  readonly grant: Grant
  readonly input: ActionInput
  readonly language: string
}

/** Characters. Input of the caller may be part of the text. */
const longestText = 8_000
const maxIssues = 20

const tooLong = createMessage('steps.tooLong')

const defaultSteps: Readonly<Partial<Record<messageFormat.ErrorCode, Message>>> = {
  INSUFFICIENT_SCOPE: createMessage('steps.askForScope'),
  PRECONDITION_FAILED: createMessage('steps.readAgain'),
  NOT_READY: createMessage('steps.notReady'),
}

/** True if the caller may read the message. The caller gets only a log id of other errors. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'INTERNAL_ERROR'
}

function issuesText(error: ServiceError, write: MessageWriter): string {
  if (!(error instanceof ValidationError) || error.issues.length === 0) return error.message
  const lines = error.issues.slice(0, maxIssues).map(({ field, message }) => `${field}: ${message}`)
  const rest = error.issues.length - lines.length
  return [...lines, ...(rest > 0 ? [write(createMessage('steps.moreFields', { count: rest }))] : [])].join('\n')
}

/** The next step if the call names an entity that the tool does not accept, otherwise null. */
function entityStep({ registry, action, grant, input }: FailedCall): Message | null {
  const name = action.entity && input[action.entity.argument]
  if (typeof name !== 'string' || accessRules.listAcceptedEntities(registry, action).some((entity) => entity.name === name))
    return null
  if (Object.values(entityModel.bodyEntities).includes(name)) return createMessage('steps.setCalculation')
  const names = accessRules.listPermittedEntities(registry, action, grant).map((entity) => entity.name)
  return createMessage('steps.entities', { names })
}

function refusalText(thrown: ServiceError, call: FailedCall): string {
  const error = translateError(thrown, call.registry, call.language) as ServiceError
  const write = createMessageWriter(call.registry, call.language)
  const fields = error instanceof ValidationError ? error.issues.map(({ field }) => field) : []
  // No tool can repair the idempotency key.
  const step = fields.includes(idempotencyKeyHeader)
    ? null
    : (entityStep(call) ?? call.action.nextStep?.({ code: error.code, fields }, call.input) ?? defaultSteps[error.code])
  const text = step ? `${issuesText(error, write)}\n${write(step)}` : issuesText(error, write)
  const spelled = replaceActionNames(text, spellAsTools(call.registry))
  return spelled.length > longestText ? `${spelled.slice(0, longestText)}…` : spelled
}

export function createToolService(app: App, { timeout }: ToolServiceOptions = {}): ToolService {
  const { registry } = app.context
  const auditLog = app.context.log.child({ category: 'authorization' })
  const formatActionName = spellAsTools(registry)
  const lists = createLruCache<string, ListToolsResult>(cachedLists)

  function list(caller: Caller): ListToolsResult {
    const key = caller.grant.scopes.join()
    const cached = lists.get(key)
    if (cached !== undefined) return cached
    const list = { tools: listTools(registry, caller.grant) } as unknown as ListToolsResult
    lists.set(key, list)
    return list
  }

  function audit(caller: Caller, tool: string, outcome: string): void {
    const identity = { caller: caller.name, ...(caller.id !== null && { tokenId: caller.id }) }
    auditLog.info({ tool: tool.slice(0, 100), ...identity, scopes: caller.grant.scopes, outcome }, 'tools/call')
  }

  /** Logs an unexpected error. Returns its log id. */
  function logFailure(error: unknown, action: string): string {
    const id = randomUUID()
    app.context.log.error({ err: error, errorId: id, tool: toToolName(action) }, 'A tool call failed')
    return id
  }

  async function run(
    action: ActionDeclaration,
    caller: Caller,
    input: ActionInput,
    { language = 'en', idempotency }: ToolSession,
  ): Promise<CallToolResult> {
    const write = createMessageWriter(registry, language)
    const toResult = (value: unknown): CallToolResult =>
      successResult(value, replaceActionNames(write(action.rest ?? tooLong), formatActionName))
    if (idempotency === undefined || action.hints.readOnly) {
      return toResult(await app.act(action.name, input, { caller, language, formatActionName }))
    }
    const scope = { actor: `token:${caller.id}`, route: 'tools/call', key: idempotency.key }
    const key = { ...scope, digest: digestValues([action.name, input]) }
    const toAnswer = (value: unknown) => ({ status: 200, body: JSON.stringify(toResult(value)) })
    const { body, replayed } = action.repeatable
      ? await runIdempotentInOwnUnit(app.context, key, async (store) => {
          const settle = (u: Unit, value: unknown): Promise<void> => store(u, toAnswer(value))
          return toAnswer(await app.act(action.name, input, { caller, language, formatActionName, settle }))
        })
      : await runIdempotentOutsideUnit(app.context, key, async () =>
          toAnswer(await app.act(action.name, input, { caller, language, formatActionName })),
        )
    if (replayed) idempotency.onReplay()
    return JSON.parse(body) as CallToolResult
  }

  async function call(caller: Caller, { name, arguments: input }: ToolCall, session: ToolSession): Promise<CallToolResult> {
    const { language = 'en' } = session
    const write = createMessageWriter(registry, language)
    const action = findAction(registry, name)
    if (!action) {
      audit(caller, name, 'unknown')
      const names = listTools(registry, caller.grant).map((tool) => tool.name)
      const hint = messageFormat.suggestName(name, names)
      throw new UnknownToolError(write(createMessage('errors.toolUnknown', { name: name.slice(0, 100), hint })))
    }
    try {
      accessRules.requireAccess(registry, action, caller.grant, input)
      const refusal = checkArgumentBounds(input)
      if (refusal !== null) {
        audit(caller, name, 'refused')
        return errorResult(write(refusal))
      }
      const work = run(action, caller, input, session)
      const outcome = await waitFor(work, timeout)
      if (outcome) {
        audit(caller, name, 'done')
        return outcome.value
      }
      audit(caller, name, 'late')
      work.catch((error: unknown) => isRefusal(error) || logFailure(error, action.name))
      return errorResult(write(createMessage('steps.callTooSlow', { seconds: timeout! / 1_000 })))
    } catch (error) {
      if (isRefusal(error)) {
        audit(caller, name, 'refused')
        return errorResult(refusalText(error, { registry, action, grant: caller.grant, input, language }))
      }
      audit(caller, name, 'failed')
      return errorResult(write(createMessage('steps.callFailed', { id: logFailure(error, action.name) })))
    }
  }

  return {
    forCaller: (caller, session = {}) => ({
      listTools: () => list(caller),
      callTool: (toolCall) => call(caller, toolCall, session),
    }),
  }
}
