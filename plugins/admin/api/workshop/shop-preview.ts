// Serves the storefront preview next to the tree: the configurator's calls, answered with unsaved changes, published or not.
import { createLabel, createMessage, ServiceContext, ValidationError, type Message } from '#core/contract.js'
import { isObject, requiredScopes, requireEntity, requireScopes, storedFiles } from '#core/surface.js'
import { createPictureReply, createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { readFormFields, requireFieldRights } from '../form-record.js'
import { createMessageTranslator } from '../../wording/message-translator.js'
import { type PreviewRequest, DraftRefusal, runWithDrafts, runPreviewCall } from './draft-preview.js'
import type { WorkshopDraft, PreviewState, ShopCall, ShopReply } from './shape.js'
import type { WireRow } from '../shape.js'
import { requireProduct } from './workshop-tree.js'

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

async function readDraftFields({ app, language }: AdminScope, draft: WorkshopDraft): Promise<WorkshopDraft> {
  try {
    const { id, fields } = draft
    const entity = requireEntity(app.context.registry, draft.entity)
    const readStored = async (): Promise<WireRow | null> =>
      id === null ? null : (await app.records.read(entity.name, id)).record
    return { ...draft, fields: await readFormFields(entity, fields, language, readStored) }
  } catch (error) {
    if (error instanceof ValidationError) throw new DraftRefusal(error.message, { cause: error })
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

/** Returns the storefront's errors. If a draft cannot be written, the reply says so and shows the stored product. */
export async function answerShopCall(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const { fields } = request
  const product = requireProduct(scope)
  const drafts = parseDrafts(scope, fields['drafts'])
  const previewRequest: PreviewRequest = {
    product,
    drafts: [],
    group: parseCustomerGroup(fields['customer_group_id']),
    currency: typeof fields['currency'] === 'string' ? fields['currency'] : null,
    state: parsePreviewState(fields['state']),
    call: parseShopCall(fields['call']),
  }
  try {
    const readDrafts: WorkshopDraft[] = []
    for (const draft of drafts) readDrafts.push(await readDraftFields(scope, draft))
    return createJsonReply({
      ...(await runPreviewCall(app, { ...previewRequest, drafts: readDrafts })),
      refused: null,
    } satisfies ShopReply)
  } catch (error) {
    if (!(error instanceof DraftRefusal)) throw error
    const translated = createMessageTranslator(app.context.registry, scope.language).error(error.cause)
    const refused = translated instanceof Error ? translated.message : error.message
    return createJsonReply({ ...(await runPreviewCall(app, previewRequest)), refused } satisfies ShopReply)
  }
}

/** A picture of the product, published or not. */
export async function readProductPicture(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const product = requireProduct(scope)
  const name = request.params['name'] ?? ''
  const bytes = await runWithDrafts(app, product, [], (context, { unitOfWork }) =>
    storedFiles.readPicture(new ServiceContext(context, { unit: unitOfWork }), product, name, 'staff'),
  )
  return createPictureReply(bytes, 'private, no-store')
}
