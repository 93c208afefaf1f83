// The shopper's actions on an advisor conversation: begin, send, read, stop a reply, ask for a person, claim, delete.
import {
  createMessage,
  guest,
  minute,
  NotFoundError,
  ServiceError,
  type ShopperContext,
  ValidationError,
} from 'product-configurator-service'
import { createToken, formatIsoTime, parseEmailAddress, entities, shopperCalls, messageFormat } from '#core/surface.js'
import { ensureReply } from './pending-turn.js'
import { type AdvisorReply, type ConversationReply, type MessageReceipt, maxMessageLength } from './define.js'
import {
  loadConfigurationStatus,
  changeThread,
  loadConfigurationToken,
  findThread,
  type LoadedThread,
  insertThread,
} from './thread.js'
import { storeConversationEvent, storeTurn, readTurns } from './journal.js'
import { proposeOutreach } from './outreach.js'
import { type AdvisorSetup, getAdvisorSetup } from './setup.js'

/** Maximum number of messages per conversation, and per minute. */
const maxTurns = 150
const maxMessagesPerMinute = 12

async function requireSetup(shopperContext: ShopperContext): Promise<AdvisorSetup> {
  const currentContext = await shopperContext.at()
  const setup = getAdvisorSetup(shopperContext.context, currentContext.versionedSnapshot)
  if (setup === null)
    throw new NotFoundError(
      messageFormat.translateShopMessage(
        shopperContext.context.registry,
        await resolveReplyLanguage(shopperContext),
        'advisor.unavailable',
      ),
    )
  return setup
}

/** Language tag of the replies. */
async function resolveReplyLanguage(shopperContext: ShopperContext, preferred?: string | null): Promise<string> {
  const { languages, defaultLanguage } = (await shopperContext.at()).versionedSnapshot.snapshot
  const preference = shopperContext.language ?? preferred ?? undefined
  return preference !== undefined && languages.includes(preference) ? preference : defaultLanguage
}

export async function loadAdvisorReply(shopperContext: ShopperContext): Promise<AdvisorReply> {
  const setup = getAdvisorSetup(shopperContext.context, (await shopperContext.at()).versionedSnapshot)
  if (setup === null) return { available: false, scripted: false, consent: '', longest_message: maxMessageLength }
  const language = await resolveReplyLanguage(shopperContext)
  const translate = (messageKey: string, values = {}): string =>
    messageFormat.translateShopMessage(shopperContext.context.registry, language, messageKey, values)
  const days = setup.retentionDays
  const lasting = days === null ? translate('advisor.stored') : translate('advisor.storedForDays', { days })
  const consent = `${translate(setup.scripted ? 'advisor.scripted' : 'advisor.consent')} ${lasting}`
  return { available: true, scripted: setup.scripted, consent, longest_message: maxMessageLength }
}

export interface BeginInput {
  /** True: the shopper has read the consent text and agrees. */
  readonly consent: boolean | null
  /** The token of the configuration to talk about. */
  readonly configuration?: string | undefined
}

/** ValidationError on `consent` without consent. NOT_FOUND if no advisor is available, and for configurations of other people. */
export async function beginConversation(
  shopperContext: ShopperContext,
  { consent, configuration }: BeginInput,
): Promise<ConversationReply> {
  await requireSetup(shopperContext)
  if (consent !== true) {
    throw ValidationError.of('consent', createMessage('advisor.consentNeeded'), 'REQUIRED')
  }
  const language = await resolveReplyLanguage(shopperContext)
  const facts = (await loadConfigurationStatus(shopperContext, configuration ?? null))?.facts ?? null
  if (configuration !== undefined && facts === null) throw new NotFoundError(createMessage('advisor.configurationUnknown'))
  const token = createToken()
  await shopperContext.transact(async (inside) => {
    const [row] =
      configuration === undefined ? [] : await inside.list(entities.configuration, { column: 'token', values: [configuration] })
    const now = formatIsoTime(inside.now)
    const id = await inside.write(entities.chatConversation, {
      customer_id: inside.shopper.customerId,
      configuration_id: row?.id ?? null,
      language_tag: language,
      started: now,
      last_activity: now,
    })
    await insertThread(inside, id, token, Date.now())
    await storeConversationEvent(inside, id, 'consent', { language })
  })
  return { conversation: token, state: 'open', language, pending: null, turns: [], facts }
}

export async function loadConversation(shopperContext: ShopperContext, token: string): Promise<ConversationReply> {
  const loadedThread = await findThread(shopperContext, token)
  const { thread, conversation } = loadedThread
  const language = await resolveReplyLanguage(shopperContext, conversation.language_tag)
  if (thread.pending > 0) {
    await changeThread(shopperContext, loadedThread.id, { watched: Date.now() })
    ensureReply({ shopperContext, conversation: loadedThread.id, language })
  }
  const status = await loadConfigurationStatus(
    shopperContext,
    await loadConfigurationToken(shopperContext, conversation.configuration_id),
  )
  return {
    conversation: token,
    state: thread.state,
    language,
    pending: thread.pending === 0 ? null : thread.pending,
    turns: await readTurns(shopperContext.on, loadedThread.id),
    facts: status?.facts ?? null,
  }
}

/** Assigns a guest's conversation and its configuration to the shopper's account. A conversation of the account stays unchanged. */
export async function assignConversation(shopperContext: ShopperContext, token: string): Promise<ConversationReply> {
  const { id, conversation } = await findClaimableThread(shopperContext, token)
  const { customerId } = shopperContext.shopper
  if (customerId !== null && conversation.customer_id === null) {
    await shopperContext.write(entities.chatConversation, { customer_id: customerId }, { id })
    const configured = await loadConfigurationToken(shopperContext, conversation.configuration_id)
    if (configured !== null) await claimExistingConfiguration(shopperContext, configured)
  }
  return loadConversation(shopperContext, token)
}

/** The shopper's own conversation, or a guest's. NOT_FOUND for one of another account. */
async function findClaimableThread(shopperContext: ShopperContext, token: string): Promise<LoadedThread> {
  try {
    return await findThread(shopperContext, token)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return findThread(shopperContext.forShopper(guest), token)
  }
}

/** The configuration may be gone, or in a cart, which is claimed separately. */
async function claimExistingConfiguration(shopperContext: ShopperContext, token: string): Promise<void> {
  try {
    await shopperCalls.runVerbForShopper('claim-configuration', { token }, shopperContext)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
  }
}

async function requireTurnAllowed(shopperContext: ShopperContext, { id, thread }: LoadedThread, language: string): Promise<void> {
  const refuse = (messageKey: string, code: string): never => {
    throw ValidationError.of(
      'text',
      messageFormat.translateShopMessage(shopperContext.context.registry, language, messageKey),
      code,
    )
  }
  if (thread.pending > 0) refuse('advisor.stillReplying', 'STILL_ANSWERING')
  if (thread.turns >= maxTurns) refuse('advisor.conversationTooLong', 'TOO_MANY')
  const sql = "SELECT COUNT(*) AS sent FROM svc_chat_turn WHERE chat_conversation_id = ? AND role = 'shopper' AND created > ?"
  const [row] = await shopperContext.on.query(sql, [id, formatIsoTime(shopperContext.now - minute)])
  if (Number(row?.['sent'] ?? 0) >= maxMessagesPerMinute)
    throw new ServiceError(
      'TOO_MANY_REQUESTS',
      messageFormat.translateShopMessage(shopperContext.context.registry, language, 'advisor.messagesTooFast'),
    )
}

/** The reply is written in the background and streamed. */
export async function storeShopperMessage(shopperContext: ShopperContext, token: string, text: string): Promise<MessageReceipt> {
  await requireSetup(shopperContext)
  const plain = text.trim()
  if (plain === '' || plain.length > maxMessageLength) {
    throw ValidationError.of('text', createMessage('advisor.messageLength', { most: maxMessageLength }))
  }
  const receipt = await shopperContext.withoutSnapshot().transact(async (inside) => {
    const loadedThread = await findThread(inside, token)
    const language = await resolveReplyLanguage(inside, loadedThread.conversation.language_tag)
    await requireTurnAllowed(inside, loadedThread, language)
    const turn = await storeTurn(inside, loadedThread.id, 'shopper', plain)
    // After a handover to a person the advisor does not answer.
    const pending = loadedThread.thread.state === 'open' ? turn : 0
    await changeThread(inside, loadedThread.id, {
      pending,
      attempt: 0,
      stop: 0,
      turns: loadedThread.thread.turns + 1,
      watched: Date.now(),
    })
    await inside.write(
      entities.chatConversation,
      { last_activity: formatIsoTime(inside.now), language_tag: language },
      { id: loadedThread.id },
    )
    return { turn, id: loadedThread.id, language, pending }
  })
  if (receipt.pending > 0) ensureReply({ shopperContext, conversation: receipt.id, language: receipt.language })
  return { conversation: token, turn: receipt.turn }
}

/** Stops the reply that is being written, if there is one. The text so far is stored. */
export async function requestReplyStop(shopperContext: ShopperContext, token: string): Promise<void> {
  await shopperContext.transact(async (inside) => {
    const { id, thread } = await findThread(inside, token)
    if (thread.pending > 0) await changeThread(inside, id, { stop: thread.pending })
  })
}

export interface HandoverInput {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly note?: string | undefined
}

/** Hands over to a person: the advisor stops answering, and the shop sees the contact details. */
export async function requestHandover(
  shopperContext: ShopperContext,
  token: string,
  input: HandoverInput,
): Promise<ConversationReply> {
  const { phone = '', note = '' } = input
  const email = input.email ? parseEmailAddress(input.email) : ''
  if (email === '' && phone === '' && shopperContext.shopper.customerId === null) {
    throw ValidationError.of('email', createMessage('advisor.contactNeeded'), 'REQUIRED')
  }
  if (email === null) {
    throw ValidationError.of('email', createMessage('advisor.emailInvalid'))
  }
  await shopperContext.transact(async (inside) => {
    const { id, thread } = await findThread(inside, token)
    await storeConversationEvent(inside, id, 'person', { email, phone, note })
    await changeThread(inside, id, { state: 'person', stop: thread.pending })
    await proposeOutreach(inside, id)
    await inside.write(entities.chatConversation, { last_activity: formatIsoTime(inside.now) }, { id })
  })
  return loadConversation(shopperContext, token)
}

/** Deletes the conversation permanently. */
export async function removeConversation(shopperContext: ShopperContext, token: string): Promise<void> {
  await shopperContext.transact(async (inside) => {
    const { id } = await findThread(inside, token)
    await inside.remove(entities.chatConversation, id)
    await inside.unit.run('DELETE FROM svc_advisor_threads WHERE conversation_id = ?', [id])
    await inside.unit.run('DELETE FROM svc_advisor_stream WHERE conversation_id = ?', [id])
  })
}
