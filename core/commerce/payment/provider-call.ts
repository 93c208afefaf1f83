// Calls a payment provider with a deadline, outside of transactions, and removes secrets from its messages.
import { ServiceError, SystemError } from '../../foundation/errors.js'
import { createMessage, getMessage, type Message, type MessageText, type MessageValue } from '../../foundation/message.js'
import { isMessage, messageText } from '../../foundation/message-format.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { PaymentReport } from './define.js'

/** Maximum length of a stored provider message, in characters. */
const maxMessageLength = 300
/** Shorter parameters are not treated as secrets: replacing them would garble messages. */
const minSecretLength = 4

/** A failed provider call. The text may be shown to staff. */
export class ProviderError extends Error {
  constructor(readonly text: MessageText) {
    super(messageText(text))
  }
}

/** The text of an error: a message of a catalog if it carries one. */
function toErrorText(error: unknown): MessageText {
  if (error instanceof ProviderError) return error.text
  if (error instanceof ServiceError) return getMessage(error)
  return error instanceof Error ? error.message : String(error)
}

/** Replaces the method's parameters in a provider's text, because each may be a secret. */
export function removeSecrets(text: string, params: object): string {
  const secrets = Object.values(params)
    .filter((value): value is string => typeof value === 'string' && value.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
  const clean = secrets.reduce((cleanedText, secret) => cleanedText.replaceAll(secret, '…'), text)
  return clean.length > maxMessageLength ? `${clean.slice(0, maxMessageLength - 1)}…` : clean
}

function removeValueSecrets(value: MessageValue, params: object): MessageValue {
  if (typeof value === 'string') return removeSecrets(value, params)
  if (typeof value === 'number' || 'label' in value) return value
  return isMessage(value) ? removeMessageSecrets(value, params) : value.map((item) => removeValueSecrets(item, params))
}

function removeMessageSecrets(message: Message, params: object): Message {
  const values = Object.entries(message.values).map(([name, value]) => [name, removeValueSecrets(value, params)] as const)
  return { ...message, values: Object.fromEntries(values) }
}

const removeTextSecrets = (text: MessageText, params: object): MessageText =>
  typeof text === 'string' ? removeSecrets(text, params) : removeMessageSecrets(text, params)

/** Removes secrets from the message of a report. */
export function removeReportSecrets<R extends PaymentReport>(report: R, params: object): R {
  return report.message === undefined ? report : { ...report, message: removeTextSecrets(report.message, params) }
}

export interface ProviderCall<T> {
  /** The parameters of the payment method, which are removed from error messages. */
  readonly params: object
  readonly milliseconds: number
  /** Aborts the call early. */
  readonly signal?: AbortSignal | undefined
  call(signal: AbortSignal): T | Promise<T>
}

/** The result of the call. ProviderFailure if it throws or exceeds its time, even if it ignores its signal. */
export async function callProvider<T>(
  work: ServiceContext,
  { params, milliseconds, signal: outer, call }: ProviderCall<T>,
): Promise<T> {
  if (work.unit !== null) throw new SystemError('A payment provider must be called outside of transactions, but one is open.')
  const ending = new AbortController()
  const late = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true })
  })
  late.catch(() => undefined)
  const end = (message: Message) => (): void => ending.abort(new ProviderError(message))
  const stopped = end(createMessage('operations.paymentStopped'))
  const timer = setTimeout(end(createMessage('operations.paymentTimeout', { seconds: milliseconds / 1_000 })), milliseconds)
  if (outer?.aborted) stopped()
  outer?.addEventListener('abort', stopped, { once: true })
  try {
    const answer = async (): Promise<T> => call(ending.signal)
    return await Promise.race([answer(), late])
  } catch (error) {
    throw new ProviderError(removeTextSecrets(toErrorText(error), params))
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stopped)
  }
}
