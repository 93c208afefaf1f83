// Serves the storefront preview next to the tree: the configurator's calls, answered with unsaved changes, published or not.
import { createLabel, createMessage, type Message, ValidationError } from '#core/contract.js'
import { isObject, requiredScopes, requireEntity, requireScopes } from '#core/surface.js'
import { createPictureReply, createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { createMessageTranslator } from '../../wording/message-translator.js'
import { readFormFields, requireFieldRights } from '../form-record.js'
import type { WireRow } from '../shape.js'
import { requireProduct } from './workshop-tree.js'
import { type WorkshopDraft, type PreviewState, type ShopCall, type ShopReply } from './workshop-shape.js'

const maxDrafts = 20

const refuse = (field: string, message: Message): ValidationError => ValidationError.of(field, message)

function parseTexts(value: unknown): Readonly<Record<string, string>> {
  const pairs = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function parseShopCall(value: unknown): ShopCall {
  const { path, query, body, token }: Readonly<Record<string, unknown>> = isObject(value) ? value : {}
  if (typeof path !== 'string' || typeof token !== 'string' || !/^[\w-]{32}$/.test(token))
    throw refuse('call', createMessage('errors.previewCallRequired'))
  return { path, token, query: parseTexts(query), ...(isObject(body) && { body }) }
}

/** Drafts need the same rights as writes. */
function parseDrafts({ app, caller }: AdminScope, value: unknown): readonly WorkshopDraft[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (list.length > maxDrafts) throw refuse('drafts', createMessage('errors.tooManyDrafts', { most: maxDrafts }))
  return list.map((draft) => {
    const { entity: name, id, fields }: Readonly<Record<string, unknown>> = isObject(draft) ? draft : {}
    if (typeof name !== 'string' || !isObject(fields) || !(id === null || Number.isSafeInteger(id)))
      throw refuse('drafts', createMessage('errors.draftsRequired'))
    const entity = requireEntity(app.context.registry, name)
    if (entity.topic !== 'product')
      throw refuse('drafts', createMessage('errors.notOfProduct', { entity: createLabel('entity', entity.label) }))
    requireScopes(caller.grant, requiredScopes(entity, id === null ? 'create' : 'update'))
    requireFieldRights(app.context.registry, caller.grant, entity, fields)
    return { entity: entity.name, id: id as number | null, fields }
  })
}

/** The fields as the pipeline expects them. Throws VALIDATION_FAILED for fields that cannot be read. */
async function readDraftFields({ app, language }: AdminScope, draft: WorkshopDraft): Promise<WorkshopDraft> {
  const { id, fields } = draft
  const entity = requireEntity(app.context.registry, draft.entity)
  const readStored = async (): Promise<WireRow | null> => (id === null ? null : (await app.records.read(entity.name, id)).record)
  return { ...draft, fields: await readFormFields(entity, fields, language, readStored) }
}

/** The drafts, or the error of the first one that cannot be read. */
async function readDrafts(
  scope: AdminScope,
  drafts: readonly WorkshopDraft[],
): Promise<readonly WorkshopDraft[] | ValidationError> {
  try {
    const read: WorkshopDraft[] = []
    for (const draft of drafts) read.push(await readDraftFields(scope, draft))
    return read
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
}

function parsePreviewState(value: unknown): PreviewState | null {
  if (!isObject(value)) return null
  const { selections, history, currency_id, country_id, state_id } = value as unknown as PreviewState
  return { selections, history, currency_id, country_id, state_id }
}

const parseCustomerGroup = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Returns the storefront's errors. If a draft cannot be written, the reply contains the reason and the data of the stored product. */
export async function answerShopCall(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const { fields } = request
  const product = requireProduct(scope)
  const drafts = await readDrafts(scope, parseDrafts(scope, fields['drafts']))
  const { refused, ...reply } = await app.shop.drafts.run({
    product,
    drafts: drafts instanceof ValidationError ? [] : drafts,
    group: parseCustomerGroup(fields['customer_group_id']),
    currency: typeof fields['currency'] === 'string' ? fields['currency'] : null,
    state: parsePreviewState(fields['state']),
    call: parseShopCall(fields['call']),
  })
  const refusal = drafts instanceof ValidationError ? drafts : refused
  const translated = refusal && createMessageTranslator(app.context.registry, scope.language).error(refusal)
  return createJsonReply({ ...reply, refused: translated instanceof Error ? translated.message : null } satisfies ShopReply)
}

/** A picture of the product, published or not. */
export async function readProductPicture(scope: AdminScope): Promise<Reply> {
  const bytes = await scope.app.shop.drafts.readPicture(requireProduct(scope), scope.request.params['name'] ?? '')
  return createPictureReply(bytes, 'private, no-store')
}
