// Calls a provider, which may be slow, down or wrong: with a deadline, outside of transactions, and without its secrets in what it says.
import { SystemError } from '../../foundation/errors.js'
import type { Work } from '../../storage/work.js'
import type { PaymentReport } from './define.js'

/** Characters of what a provider says that are kept. */
const longest = 300
/** Texts shorter than this are no secrets, but would tear holes into every sentence. */
const shortestSecret = 4

/** A provider that did not do what it was asked; the message may be shown to the people of the shop. */
export class ProviderFailure extends Error {}

/** A text that came from a provider, without any of the method's parameters in it: each may be a secret. */
export function withoutSecrets(text: string, params: object): string {
  const secrets = Object.values(params)
    .filter((value): value is string => typeof value === 'string' && value.length >= shortestSecret)
    .sort((a, b) => b.length - a.length)
  const clean = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean
}

/** A provider's report with what it says in words cleaned. */
export function cleanReport<R extends PaymentReport>(report: R, params: object): R {
  return report.message === undefined ? report : { ...report, message: withoutSecrets(report.message, params) }
}

export interface Call<T> {
  /** Those of the payment method, so that none of them is told on. */
  readonly params: object
  readonly milliseconds: number
  /** Ends the call earlier. */
  readonly signal?: AbortSignal | undefined
  call(signal: AbortSignal): T | Promise<T>
}

/** What the call gives; ProviderFailure where it throws, or has not ended in time, whether it heeds its signal or not. */
export async function callProvider<T>(work: Work, { params, milliseconds, signal: outer, call }: Call<T>): Promise<T> {
  if (work.unit !== null) throw new SystemError('A payment provider is called outside of transactions, and one is open.')
  const ending = new AbortController()
  const late = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true })
  })
  late.catch(() => undefined)
  const end = (sentence: string) => (): void => ending.abort(new Error(sentence))
  const stopped = end('The service stopped while the payment provider was asked.')
  const timer = setTimeout(end(`The payment provider did not answer within ${milliseconds / 1_000} seconds.`), milliseconds)
  if (outer?.aborted) stopped()
  outer?.addEventListener('abort', stopped, { once: true })
  try {
    const answer = async (): Promise<T> => call(ending.signal)
    return await Promise.race([answer(), late])
  } catch (error) {
    throw new ProviderFailure(withoutSecrets(error instanceof Error ? error.message : String(error), params))
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stopped)
  }
}
