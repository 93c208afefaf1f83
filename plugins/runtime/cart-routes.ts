// The addresses of carts: begun, filled, changed, claimed and taken up again by their token.
import { createHash } from 'node:crypto'
import type { App } from '#core/app.js'
import type { CartReply } from '#core/commerce/cart/define.js'
import {
  addPosition,
  changePosition,
  claimGuestCart,
  copyPosition,
  createCart,
  currentCart,
  listCarts,
  readCart,
  removePosition,
} from '#core/commerce/cart/service.js'
import type { Visit } from '#core/commerce/visit.js'
import type { Unit } from '#core/storage/database/unit.js'
import { answerOnce } from '../http/answer-once.js'
import type { Limit } from '../http/limit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { json, type Reply } from '../http/reply.js'
import { readNewCart, readNewPosition, readPositionChange } from './cart-input.js'
import { commerceRoutes, visitOf } from './shopper.js'

const base = '/svc-api/runtime/v1/carts'

const tokenOf = (request: ServiceRequest): string => request.params.token ?? ''

/** No position has the id 0: a malformed id is like one that does not exist. */
function positionOf(request: ServiceRequest): number {
  const id = request.params.position ?? ''
  return /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
}

/** Whose Idempotency-Keys these are: the account's, or those of the cart that is written to; null for a guest who has none yet. */
function actorOf(request: ServiceRequest, { shopper }: Visit): string | null {
  if (shopper.customerId !== null) return `customer:${shopper.customerId}`
  const token = tokenOf(request)
  return token === '' ? null : `cart:${createHash('sha256').update(token).digest('hex').slice(0, 40)}`
}

export function cartRoutes(app: App, limit: Limit): readonly Route[] {
  function created(request: ServiceRequest, visit: Visit, work: (visit: Visit) => Promise<CartReply>): Promise<Reply> {
    const actor = actorOf(request, visit)
    const answer = async (unit?: Unit): Promise<Reply> => {
      const data = await work(unit ? visit.within(unit) : visit)
      return json({ data }, 201, { location: `${request.prefix}${base}/${data.cart}` })
    }
    return actor === null ? answer() : answerOnce(app, request, actor, answer)
  }

  return commerceRoutes(app, limit, [
    {
      method: 'POST',
      path: base,
      access: 'public',
      body: 'fields-or-none',
      async handle(request) {
        const visit = await visitOf(app, request)
        const input = readNewCart(request.fields)
        return created(request, visit, (inUnit) => createCart(inUnit, input))
      },
    },
    {
      method: 'GET',
      path: base,
      access: 'public',
      handle: async (request) => json({ data: { carts: await listCarts(await visitOf(app, request)) } }),
    },
    {
      method: 'GET',
      path: `${base}/current`,
      access: 'public',
      handle: async (request) => json({ data: await currentCart(await visitOf(app, request)) }),
    },
    {
      method: 'GET',
      path: `${base}/:token`,
      access: 'public',
      handle: async (request) => json({ data: await readCart(await visitOf(app, request), tokenOf(request)) }),
    },
    {
      method: 'POST',
      path: `${base}/:token/claim`,
      access: 'public',
      body: 'fields-or-none',
      handle: async (request) => json({ data: await claimGuestCart(await visitOf(app, request), tokenOf(request)) }),
    },
    {
      method: 'POST',
      path: `${base}/:token/positions`,
      access: 'public',
      body: 'fields',
      async handle(request) {
        const visit = await visitOf(app, request)
        const input = readNewPosition(request.fields)
        return created(request, visit, (inUnit) => addPosition(inUnit, tokenOf(request), input))
      },
    },
    {
      method: 'PATCH',
      path: `${base}/:token/positions/:position`,
      access: 'public',
      body: 'fields',
      async handle(request) {
        const visit = await visitOf(app, request)
        const input = readPositionChange(request.fields)
        return json({ data: await changePosition(visit, tokenOf(request), positionOf(request), input) })
      },
    },
    {
      method: 'POST',
      path: `${base}/:token/positions/:position/copy`,
      access: 'public',
      body: 'fields-or-none',
      async handle(request) {
        const visit = await visitOf(app, request)
        return created(request, visit, (inUnit) => copyPosition(inUnit, tokenOf(request), positionOf(request)))
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:token/positions/:position`,
      access: 'public',
      async handle(request) {
        const visit = await visitOf(app, request)
        return json({ data: await removePosition(visit, tokenOf(request), positionOf(request)) })
      },
    },
  ])
}
