// Builds the display name of a record: the first text of its listing columns, else its id.
import { messageText } from '../../foundation/message-format.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import type { Entity } from '../../model/entity/define.js'
import { isReadable } from '../../model/entity/readable.js'

/** `page "Frame"`, or `page 12` if the record has no text, as a value of a message. */
export function createDisplayName(entity: Entity, values: Readonly<Record<string, unknown>>): Message {
  const name = findNameText(entity, values)
  const label = createLabel('entity', entity.label)
  if (name !== null) return createMessage('errors.namedRecord', { entity: label, name })
  return createMessage('errors.numberedRecord', { entity: label, id: String(values.id) })
}

/** The English text of a display name. */
export const formatDisplayName = (entity: Entity, values: Readonly<Record<string, unknown>>): string =>
  messageText(createDisplayName(entity, values))

function findNameText(entity: Entity, values: Readonly<Record<string, unknown>>): string | null {
  for (const name of entity.listing) {
    const property = entity.properties[name]
    if (!property || !isReadable(property) || property.kind.filter !== 'search') continue
    const value = values[name]
    if (typeof value === 'string' && value !== '') return value.length > 100 ? `${value.slice(0, 100)}…` : value
  }
  return null
}
