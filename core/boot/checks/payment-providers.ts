// Checks payment providers with a webhook: name and path must be valid URL segments.
import type { Fault } from '../../foundation/errors.js'
import type { CheckInput } from '../boot-check.js'
import { listContributions } from '../collect.js'

const segment = /^[a-z0-9][a-z0-9_-]*$/

const isPath = (path: unknown): boolean => typeof path === 'string' && path.split('/').every((part) => segment.test(part))

export function checkPaymentProviders({ contributed }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'paymentProviders')
    .filter(({ item: { name, webhook } }) => webhook !== undefined && !(segment.test(name) && isPath(webhook.path)))
    .map(({ owner, item: { name, webhook } }) => ({
      id: 'payment-provider-address',
      owner,
      message: `The payment provider '${name}' would report at '${name}/…/${String(webhook?.path)}', which is no address.`,
      hint: "Write name and path in small letters and digits, such as 'pay_pal' and 'events'.",
    }))
}
