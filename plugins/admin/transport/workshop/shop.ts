// Serves the storefront preview next to the tree: the configurator's calls, answered with unsaved changes, published or not.
import { requireScopes } from '#core/foundation/access/require.js'
import { ValidationError } from '#core/foundation/errors.js'
import { isObject } from '#core/foundation/object.js'
import { requiredScopes } from '#core/model/entity/scopes.js'
import { requireEntity } from '#core/model/registry.js'
import { readPicture as pictureOf } from '#core/shop/catalogue/service.js'
import { headLength } from '#core/storage/files/file-store.js'
import { sniffedTypes } from '#core/storage/files/media-type.js'
import { Work } from '#core/storage/work.js'
import { content, json, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/scope.js'
import { readFormFields } from '../form-fields.js'
import { requireFields } from '../rights.js'
import { type Asked, DraftRefusal, onDraft, serveDraft } from './preview.js'
import type { Draft, Held, ShopCall, ShopReply } from './shape.js'
import { requireProduct } from './tree.js'

const mostDrafts = 20

const refuse = (field: string, message: string): ValidationError => ValidationError.of(field, message)

function textsIn(value: unknown): Readonly<Record<string, string>> {
  const pairs = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function callIn(value: unknown): ShopCall {
  const { path, query, body, token }: Readonly<Record<string, unknown>> = isObject(value) ? value : {}
  if (typeof path !== 'string' || typeof token !== 'string' || !/^[\w-]{32}$/.test(token))
    throw refuse('call', "Field 'call' takes an object with 'path', 'token' of 32 letters and digits, 'query' and 'body'.")
  return { path, token, query: textsIn(query), ...(isObject(body) && { body }) }
}

/** Drafts need the same rights as writes. */
function draftsIn({ app, visitor }: AdminScope, value: unknown): readonly Draft[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (list.length > mostDrafts) throw refuse('drafts', `Field 'drafts' takes ${mostDrafts} records at most.`)
  return list.map((one) => {
    const { entity: name, id, fields }: Readonly<Record<string, unknown>> = isObject(one) ? one : {}
    if (typeof name !== 'string' || !isObject(fields) || !(id === null || Number.isSafeInteger(id)))
      throw refuse('drafts', "Field 'drafts' takes a list of objects with 'entity', 'id' or null, and 'fields'.")
    const entity = requireEntity(app.registry, name)
    if (entity.topic !== 'product') throw refuse('drafts', `A ${entity.label} is no part of a product.`)
    requireScopes(visitor.grant, requiredScopes(entity, id === null ? 'create' : 'update'))
    requireFields(app.registry, visitor.grant, entity, fields)
    return { entity: entity.name, id: id as number | null, fields }
  })
}

async function readDraft({ app, language }: AdminScope, draft: Draft): Promise<Draft> {
  try {
    return { ...draft, fields: await readFormFields(requireEntity(app.registry, draft.entity), draft.fields, language) }
  } catch (error) {
    if (error instanceof ValidationError) throw new DraftRefusal(error.message, { cause: error })
    throw error
  }
}

function heldIn(value: unknown): Held | null {
  if (!isObject(value)) return null
  const { selections, history, currency_id, country_id, state_id } = value as unknown as Held
  return { selections, history, currency_id, country_id, state_id }
}

const groupIn = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null)

/** Returns the storefront's errors. If a draft cannot be written, the reply says so and shows the stored product. */
export async function askShop(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const { fields } = request
  const product = requireProduct(scope)
  const drafts = draftsIn(scope, fields['drafts'])
  const asked: Asked = {
    product,
    drafts: [],
    group: groupIn(fields['customer_group_id']),
    currency: typeof fields['currency'] === 'string' ? fields['currency'] : null,
    held: heldIn(fields['held']),
    call: callIn(fields['call']),
  }
  try {
    const readDrafts: Draft[] = []
    for (const draft of drafts) readDrafts.push(await readDraft(scope, draft))
    return json({ ...(await serveDraft(app, { ...asked, drafts: readDrafts })), refused: null } satisfies ShopReply)
  } catch (error) {
    if (!(error instanceof DraftRefusal)) throw error
    return json({ ...(await serveDraft(app, asked)), refused: error.message } satisfies ShopReply)
  }
}

/** A picture of the product, published or not. */
export async function readPicture(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const product = requireProduct(scope)
  const name = request.params['name'] ?? ''
  const bytes = await onDraft(app, product, [], (context, { unitOfWork }) =>
    pictureOf(new Work(context, { unit: unitOfWork }), product, name),
  )
  const [type] = await sniffedTypes(bytes.subarray(0, headLength))
  const isPicture = type.startsWith('image/') && type !== 'image/svg+xml'
  return content(bytes, type.startsWith('image/') ? type : 'application/octet-stream', {
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(!isPicture && { 'content-disposition': 'attachment' }),
  })
}
