// Tests the connection to a payment provider with parameters that need not be stored.
import { createIssue, NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { createMessage, getMessage } from '../../foundation/message.js'
import type { PaymentProviderDeclaration } from '../../model/payment/declaration.js'
import { prepareParams } from '../../model/payment/params.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { ConnectionReport } from './define.js'
import { getPaymentProvider, requireAllowedAddresses } from './method-with-provider.js'
import { callProvider, ProviderError } from './provider-call.js'

/** Milliseconds that a provider may take while a merchant waits. */
const testTimeout = 15_000

/** True if the provider has a connection test. */
export const canTestConnection = (provider: PaymentProviderDeclaration): boolean => 'test' in provider

/**
 * Calls the provider with these parameters. Nothing is stored and no money moves. Call it outside of units. @throws VALIDATION_FAILED for
 * invalid parameters; NOT_READY with the reason if the provider refuses or does not answer
 */
export async function testConnection(
  work: ServiceContext,
  connector: string,
  params: Readonly<Record<string, unknown>>,
): Promise<ConnectionReport> {
  const provider = getPaymentProvider(work, connector)
  if (!provider?.test) throw new NotFoundError(createMessage('errors.noConnectionTest'))
  const { value, issues } = prepareParams(provider, params, work.context.registry, 'Provider settings')
  if (issues.length > 0)
    throw new ValidationError(issues.map((issue) => createIssue(`params.${issue.path ?? ''}`, getMessage(issue), issue.code)))
  const method = { id: 0, connector, provider, params: value }
  try {
    return await callProvider(work, {
      params: value,
      milliseconds: testTimeout,
      call(signal) {
        requireAllowedAddresses(work, method)
        return provider.test!({ params: value, now: work.now, signal })
      },
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ServiceError('NOT_READY', createMessage('errors.connectionTestFailed', { reason: error.message }))
  }
}
