// A notification: the mails that are sent when an order or a quote reaches a status, or a shipment is created.
import { notificationStatuses } from '../../state/statuses.js'
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
    send_customer: boolean('Send to the customer'),
    subject: string('Subject', { translatable: true }),
    body: string('Body', { translatable: true, long: true, html: true }),
    send_manager: boolean('Send to the shop'),
    manager_subject: string('Subject for the shop', { translatable: true }),
    manager_body: string('Body for the shop', { translatable: true, long: true, html: true }),
  },
  validate: ({ record }) => validateTemplates(record),
})
