// The settings of payment providers in a form: which are secret, which are kept, and whether the provider accepts them.
import { createIssue, NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { createMessage, getMessage } from '../../foundation/message.js'
import { nameProperties } from '../../foundation/property/property-map.js'
import { type PaymentProviderDeclaration, toWebhookPath } from '../../model/payment/declaration.js'
import { isSecretParam, keepStoredSecrets, listVisibleParams, prepareParams } from '../../model/payment/params.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { ConnectionReport } from './define.js'
import { getPaymentProvider, requireAllowedAddresses, callProvider, ProviderError } from './provider.js'

/** Milliseconds that a provider may take while a merchant waits. */
const testTimeout = 15_000

interface ProviderDescription {
  /** Names of the parameters that are not shown again. */
  readonly secrets: ReadonlySet<string>
  /** True if the provider has a connection test. */
  readonly isTested: boolean
  /** The path of a webhook that the merchant enters at the provider, with `:id` for the payment method. null if there is none to enter. */
  readonly webhookPath: string | null
}

function describeProvider(provider: PaymentProviderDeclaration): ProviderDescription {
  const { name, params, webhook } = provider
  const secretParams = Object.values(nameProperties(params)).filter((param) => isSecretParam(provider, param))
  // A provider without signatures receives the address with each payment.
  const isSigned = webhook !== undefined && !('findReference' in webhook)
  return {
    secrets: new Set(secretParams.map((param) => param.name)),
    isTested: 'test' in provider,
    webhookPath: isSigned ? toWebhookPath(name, ':id', webhook) : null,
  }
}

/**
 * Calls the provider with these parameters. Nothing is stored and no money moves. Call it outside of units. @throws VALIDATION_FAILED for
 * invalid parameters; NOT_READY with the reason if the provider refuses or does not answer
 */
async function testConnection(
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
    throw new ServiceError('NOT_READY', createMessage('errors.connectionTestFailed', { reason: error.text }))
  }
}

/** For the form of a payment method. */
export const providerSettings = {
  describe: describeProvider,
  keepSecrets: keepStoredSecrets,
  listVisible: listVisibleParams,
  test: testConnection,
} as const
