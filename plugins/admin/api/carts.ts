// Shows a cart as its shopper sees it: with their customer group, their currency and its blocking problems. Reading changes nothing.
import { createMessage, NotFoundError } from '#core/contract.js'
import { requiredScopes, requireEntity, requireScopes, entities, shopperCalls } from '#core/surface.js'
import { requireRecordId } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { requireCommerce } from './documents.js'
import type { CartDetail } from './screen-shape.js'

export async function readCartDetail(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const entity = requireEntity(app.context.registry, entities.cart.name)
  requireScopes(caller.grant, requiredScopes(entity, 'read'))
  requireCommerce(scope)
  const id = requireRecordId(entity, request)
  const record = await app.shop.createContext({}).read(entities.cart, id)
  if (!record) throw new NotFoundError(createMessage('errors.noCart', { id }))
  const { token, customer_id: customerId, state } = record.values
  const created = record.values.created ?? ''
  const owner = customerId === null ? null : await app.shop.createContext({}).read(entities.customer, customerId)
  const shopper = { customerId, customerGroupId: owner?.values.customer_group_id ?? null }
  const cartReply: shopperCalls.CartReply | null = await shopperCalls
    .readCart(app.shop.createContext({ shopper }), token)
    .catch((error: unknown) => {
      // An ordered cart no longer exists as a cart.
      if (error instanceof NotFoundError) return null
      throw error
    })
  if (cartReply === null) return createJsonReply({ id, created, state, customer: null, cart: null } satisfies CartDetail)
  const { cart: _token, positions, ...rest } = cartReply
  const mayOpen = caller.grant.allowsAll(requiredScopes(requireEntity(app.context.registry, entities.customer.name), 'read'))
  return createJsonReply({
    id,
    created,
    state,
    customer: mayOpen ? customerId : null,
    // A configuration token allows changes, so only the shopper gets it.
    cart: { ...rest, positions: positions.map(({ configuration: _own, ...position }) => position) },
  } satisfies CartDetail)
}
