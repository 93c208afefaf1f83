// Manual work on payments: refunds, and the outcome of offline payments.
import { createMessage, decimal, dropdown, string } from '#core/contract.js'
import { requireEntity, requireScopes, accessRules, inputForms, salesPayments } from '#core/surface.js'
import { requireRecordId } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { requireCommerce } from './documents.js'
import { readTypedNumbers } from './form-record.js'

const refundInput = { amount: decimal('Amount', { min: 0, help: 'Default: the remaining amount.' }) }
const settleInput = {
  status: dropdown('Status', { choices: { paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' }, required: true }),
  amount: decimal('Amount', { min: 0 }),
  message: string('Message', { length: 200 }),
}

function requirePayment(scope: AdminScope): number {
  requireScopes(scope.caller.grant, ['orders:write'])
  requireCommerce(scope)
  return requireRecordId(requireEntity(scope.app.context.registry, 'payment'), scope.request)
}

/** Throws VALIDATION_FAILED above the refundable amount, NOT_READY if the provider cannot refund. */
export async function refundOrderPayment(scope: AdminScope): Promise<Reply> {
  const id = requirePayment(scope)
  const fields = await readTypedNumbers(refundInput, scope.request.fields, scope.language)
  const { amount = null } = inputForms.prepareInput(refundInput, fields, {
    argument: 'field',
    owner: createMessage('errors.ownerRefund'),
  })
  return createJsonReply(
    await salesPayments.refundPayment(
      scope.app.shop.createContext({ author: accessRules.formatCallerName(scope.caller) }),
      id,
      amount,
    ),
  )
}

/** Records the outcome of a payment. It can only move forward, and the order's status follows. */
export async function settleOrderPayment(scope: AdminScope): Promise<Reply> {
  const id = requirePayment(scope)
  const fields = await readTypedNumbers(settleInput, scope.request.fields, scope.language)
  const { status, amount, message } = inputForms.prepareInput(settleInput, fields, {
    argument: 'field',
    owner: createMessage('errors.ownerPayment'),
  })
  return createJsonReply(
    await salesPayments.settleManually(scope.app.shop.createContext({ author: accessRules.formatCallerName(scope.caller) }), id, {
      status,
      amount,
      message,
    }),
  )
}
