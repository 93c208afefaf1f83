// A notification: the mails that are sent when an order or a quote reaches a status, or a shipment is created.
import { createLabel, createMessage } from '../../../foundation/message.js'
import { Refusal } from '../../../foundation/property/kind.js'
import type { Registry, RegistryScope } from '../../registry.js'
import { notificationStatuses, quoteStatuses } from '../../state/statuses.js'
import { defineEntity, type FieldRefusal } from '../../entity/define.js'
import { sampleValues } from '../../notification/sample.js'
import { findTemplateProblems } from '../../notification/template.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { string } from '../../properties/string.js'

const templates = {
  subject: 'Subject',
  body: 'Body',
  manager_subject: 'Subject for the shop',
  manager_body: 'Body for the shop',
} as const

/** The problems of the texts by key, such as `subject_en_GB`. Other keys are ignored. */
export function validateTemplates(record: Readonly<Record<string, unknown>>): readonly FieldRefusal[] {
  return Object.entries(record).flatMap(([key, text]) => {
    const label = Object.entries(templates).find(([name]) => key === name || key.startsWith(`${name}_`))?.[1]
    if (label === undefined || typeof text !== 'string' || !/[{}]/.test(text)) return []
    return findTemplateProblems(label, text, sampleValues).map((refusal) => ({ field: key, refusal }))
  })
}

/** The printed documents that mails can have, with their labels. */
const listAttachableDocuments = ({ printedDocuments }: Registry): Readonly<Record<string, string>> =>
  Object.fromEntries([...printedDocuments.values()].flatMap(({ name, label }) => (label === undefined ? [] : [[name, label]])))

/** A document must be about the same kind of record as the status: a quote, or an order with its invoice and credit notes. */
function validateAttachment({ record, registry }: RegistryScope): readonly FieldRefusal[] {
  const printed = registry.printedDocuments.get(String(record['attachment'] ?? ''))
  if (!printed || (printed.entity === 'quote') === String(record['status']) in quoteStatuses) return []
  const values = { document: createLabel('choice', printed.label ?? printed.name) }
  return [{ field: 'attachment', refusal: new Refusal(createMessage('fields.attachmentOfOtherStatus', values)) }]
}

export const notification = defineEntity({
  name: 'notification',
  label: 'notification',
  pluralLabel: 'notifications',
  area: 'store',
  tools: 'write',
  listing: ['name', 'status', 'send_customer', 'send_manager'],
  properties: {
    name: string('Name', { required: true }),
    status: dropdown('Status', {
      choices: notificationStatuses,
      required: true,
      help: 'Status of an order or a quote, or a new shipment.',
    }),
    attachment: dropdown('Attached document', {
      choices: listAttachableDocuments,
      brought: 'printed document',
      help: 'A PDF file in the e-mails to the customer and to the shop. Left out if it does not exist, for example before there is an invoice.',
    }),
    send_customer: boolean('Send to the customer'),
    subject: string('Subject', { translatable: true }),
    body: string('Body', { translatable: true, long: true, html: true }),
    send_manager: boolean('Send to the shop'),
    manager_subject: string('Subject for the shop', { translatable: true, oftenEqual: true }),
    manager_body: string('Body for the shop', { translatable: true, oftenEqual: true, long: true, html: true }),
  },
  validate: (scope: RegistryScope) => [...validateTemplates(scope.record), ...validateAttachment(scope)],
})
