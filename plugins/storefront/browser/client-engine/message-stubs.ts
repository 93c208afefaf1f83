// Browser replacement for core/foundation/message-format.ts: the client engine's messages are finished texts in the shopper's language.
import type { MessageText } from '#core/contract.js'
import type { messageFormat } from '#core/surface.js'

export const findEnglishText = (): undefined => undefined
export const formatText = (text: string): string => text
export const messageText = (message: MessageText): string => (typeof message === 'string' ? message : message.key)
export const toMessageFields = (message: MessageText): messageFormat.MessageFields => ({ message: messageText(message) })
export const toMessageParams = (): Readonly<Record<string, never>> => ({})
