// Writes one mail of a notification: its texts in a language, filled with a document's values. Template errors are logged.
import { isNestedTooDeep } from '../../foundation/markup-depth.js'
import { sanitizeRichText } from '../../foundation/rich-text.js'
import { getTextDirection } from '../../foundation/language/direction.js'
import { getRecordText } from '../../foundation/language/tags.js'
import type { Log } from '../../foundation/log.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { fillTemplate } from '../../model/notification/template.js'
import type { notification } from '../../model/entities/store/notification.js'
import type { NotificationValues } from '../../model/notification/sample.js'
import type { Mail } from '../../storage/mail-queue.js'
import { plainText } from './plain-text.js'

type Notification = RecordOf<typeof notification>

/** The recipient of a notification. */
export type Reader = 'customer' | 'manager'

const fields = {
  customer: { subject: 'subject', body: 'body' },
  manager: { subject: 'manager_subject', body: 'manager_body' },
} as const

export interface MailWriting {
  readonly reader: Reader
  readonly to: string
  readonly language: string
  readonly log: Log
}

/**
 * Maximum length of a filled text that is sanitised, in characters. Mails are written inside the transaction of an order, so no worker
 * can sanitise them. Texts of this length take about 80 ms.
 */
export const longestMarkup = 49_152

/** True for markup that is slow to sanitise. Loops in a template can multiply and nest its content. */
const isCostly = (markup: string): boolean => markup.length > longestMarkup || isNestedTooDeep(markup, 'html')

/** Uses texts in the language, else in the store default. */
export function writeMail(held: Notification, values: NotificationValues, { reader, to, language, log }: MailWriting): Mail {
  const { subject, body } = fields[reader]
  const text = (field: typeof subject | typeof body): string => getRecordText(held, field, language) || held[field]
  const fill = (given: string, kind: 'plain' | 'html'): string => {
    try {
      return fillTemplate(given, values, kind)
    } catch (error) {
      log.error(
        { err: error, notification: held.id },
        'The text of a notification could not be filled; it goes out as it stands.',
      )
      return given
    }
  }
  // A line break in a name would start another header.
  const title = fill(text(subject), 'plain')
    .replace(/[\r\n]+/g, ' ')
    .trim()
  const markup = fill(text(body), 'html')
  const head = { to, subject: (title || held.name).slice(0, 255) }
  if (isCostly(markup)) {
    log.error(
      { notification: held.id, characters: markup.length },
      'The filled text of a notification is too long or nested too deeply; it goes out as plain text.',
    )
    return { ...head, text: plainText(markup.slice(0, longestMarkup)) }
  }
  const filled = sanitizeRichText(markup)
  // An untranslated text is in the store's default language, so its direction is not changed.
  const isTurned = getRecordText(held, body, language) !== '' && getTextDirection(language) === 'rtl'
  const html = isTurned ? `<div lang="${language}" dir="rtl">${filled}</div>` : filled
  return { ...head, text: plainText(html), html }
}
