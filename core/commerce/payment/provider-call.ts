// Calls a payment provider with a deadline, outside of transactions, and removes secrets from its messages.
import { SystemError } from '../../foundation/errors.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { PaymentReport } from './define.js'

/** Maximum length of a stored provider message, in characters. */
const maxMessageLength = 300
/** Shorter parameters are not treated as secrets: replacing them would garble messages. */
const minSecretLength = 4

/** A failed provider call. The message may be shown to staff. */
export class ProviderError extends Error {}

/** Replaces the method's parameters in a provider's text, because each may be a secret. */
export function removeSecrets(text: string, params: object): string {
  const secrets = Object.values(params)
    .filter((value): value is string => typeof value === 'string' && value.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
  const clean = secrets.reduce((cleanedText, secret) => cleanedText.replaceAll(secret, '…'), text)
  return clean.length > maxMessageLength ? `${clean.slice(0, maxMessageLength - 1)}…` : clean
}

/** Removes secrets from the message of a report. */
export function removeReportSecrets<R extends PaymentReport>(report: R, params: object): R {
  return report.message === undefined ? report : { ...report, message: removeSecrets(report.message, params) }
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
  const end = (sentence: string) => (): void => ending.abort(new Error(sentence))
  const stopped = end('The service stopped during a request to the payment provider.')
  const timer = setTimeout(end(`The payment provider did not answer within ${milliseconds / 1_000} seconds.`), milliseconds)
  if (outer?.aborted) stopped()
  outer?.addEventListener('abort', stopped, { once: true })
  try {
    const answer = async (): Promise<T> => call(ending.signal)
    return await Promise.race([answer(), late])
  } catch (error) {
    throw new ProviderError(removeSecrets(error instanceof Error ? error.message : String(error), params))
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stopped)
  }
}
