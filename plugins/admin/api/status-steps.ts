// The status changes that are possible for an order, with the effects of each, shown before somebody sets it.
import type { FrozenDocument, ShopperContext } from '#core/contract.js'
import {
  type EffectDeclaration,
  effects as builtInEffects,
  findNotificationMails,
  listPaymentsToClose,
  orderStatuses,
  transitions,
} from '#core/surface.js'
import { type LabelTranslator, toFieldKeys } from '../wording/label-translator.js'
import { formatProviderLabel } from './generated-name.js'
import type { StatusStep, StepEffect } from './screen-shape.js'

type Status = keyof typeof orderStatuses
type Order = FrozenDocument<'sales-order'>

/** Built-in effects have their own wording. Effects of plugins describe themselves. */
async function listStepEffects(
  shopperContext: ShopperContext,
  order: Order,
  next: Status,
  invoiced: boolean,
  say: LabelTranslator,
): Promise<readonly StepEffect[]> {
  const { registry } = shopperContext.context
  const { settings } = shopperContext.moment.snapshot
  const { id, status } = order.values
  const draft = status === 'in_checkout' || status === 'saved'
  const mails = draft && next !== 'ordered' ? [] : await findNotificationMails(shopperContext, order, next)
  const closedPayments = next === 'paid' || next === 'cancelled' ? await listPaymentsToClose(shopperContext, id, next) : []
  const names = new Set(builtInEffects.map(({ name }) => name))
  const otherEffects = [...registry.effects.values()].filter(
    ({ name, on, to }: EffectDeclaration) => on === 'sales-order' && !names.has(name) && (to === undefined || to.includes(next)),
  )
  return [
    ...mails.map(({ notification, to }): StepEffect => ({ what: 'mail', name: notification.name, to })),
    ...(next === 'paid' && !invoiced && settings.enable_invoicing === true ? [{ what: 'invoice' } as const] : []),
    ...closedPayments.map(
      ({ connector }): StepEffect => ({
        what: next === 'paid' ? 'paid' : 'ended',
        name: formatProviderLabel(registry, connector, say),
      }),
    ),
    ...(next === 'refunded' ? [{ what: 'no-money' } as const] : []),
    ...otherEffects.map(
      ({ name, description }): StepEffect => ({ what: 'other', name: say(description, `labels.effect.${name}`) }),
    ),
  ]
}

/** Labels are in the reader's language. */
export async function listStatusSteps(
  initialContext: ShopperContext,
  order: Order,
  invoiced: boolean,
  say: LabelTranslator,
): Promise<readonly StatusStep[]> {
  const shopperContext = await initialContext.at()
  const { number, status } = order.values
  // A checkout becomes an order only when its customer places it.
  const next = (status === '' ? [] : transitions['sales-order'][status]).filter(
    (candidate) => number !== null || candidate !== 'ordered',
  )
  return Promise.all(
    next.map(async (nextStatus) => ({
      status: nextStatus,
      label: say(orderStatuses[nextStatus], toFieldKeys('sales-order', 'status').toChoiceKey(nextStatus)),
      ends: nextStatus === 'cancelled' || nextStatus === 'refunded',
      returns: status !== '' && transitions['sales-order'][nextStatus].includes(status),
      effects: await listStepEffects(shopperContext, order, nextStatus, invoiced, say),
    })),
  )
}
