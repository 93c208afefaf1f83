// Writes one mail of a notification: its texts in a language, filled with a document's values. Template errors are logged.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isNestedTooDeep, longMarkup, sanitizeRichText } from '../../foundation/rich-text.js'
import { getTextDirection, getRecordText } from '../../foundation/language.js'
import type { Log } from '../../foundation/log.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { fillTemplate } from '../../model/notification/template.js'
import type { notification } from '../../model/entities/store/notification.js'
import type { NotificationValues } from '../../model/notification/sample.js'
import { insertMailBlocks } from './mail-blocks.js'
import { createMailColors, type MailColors } from './mail-layout.js'
import type { MessageCatalogs } from '../../foundation/message-format.js'
import type { Mail } from '../../storage/mail-queue.js'

type NotificationRecord = Omit<RecordOf<typeof notification>, 'attachment'>

/** The recipient of a notification. */
export type NotificationReader = 'customer' | 'manager'

/** The fields with the texts for a recipient. */
export const readerFields = {
  customer: { subject: 'subject', body: 'body' },
  manager: { subject: 'manager_subject', body: 'manager_body' },
} as const

export interface MailContext {
  readonly reader: NotificationReader
  readonly to: string
  readonly language: string
  readonly log: Log
  readonly catalogs: MessageCatalogs
  /** Colours of the shop's theme. Default: the colours of the default theme. */
  readonly colors?: MailColors
}

/**
 * Maximum length of a filled text that is sanitised, in characters. Mails are written inside the transaction of an order, so no worker
 * can sanitise them. Texts of this length take about 80 ms.
 */
export const maxMarkupLength = 49_152

/** True for markup that is slow to sanitise. Loops in a template can multiply and nest its content. */
const isCostlyMarkup = (markup: string): boolean => markup.length > maxMarkupLength || isNestedTooDeep(markup, 'html')

const lineBreakTags = /<(?:br|hr|\/p|\/div|\/h[2-6]|\/li|\/tr|\/table|\/section|\/blockquote)\b[^<>]*>/gi
const cellTags = /<\/(?:td|th)>/gi
const itemTags = /<li\b[^<>]*>/gi
const linkTags = /<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([^<]*)<\/a>/gi
const anyTag = /<[^<>]*>/g
const htmlEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Expects sanitised markup. A link's address follows its text. */
export function toPlainMailText(html: string): string {
  const lines = html
    .replace(/[\r\n\t]+/g, ' ')
    .replace(linkTags, (_all, href: string, words: string) => (href === words ? words : `${words} (${href})`))
    .replace(itemTags, '- ')
    .replace(cellTags, ' ')
    .replace(lineBreakTags, '\n')
    .replace(anyTag, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => htmlEntities[name]!)
    .split('\n')
  const trimmed = lines.map((line) => line.trim().replace(/ {2,}/g, ' '))
  return `${trimmed
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** Uses texts in the language, else in the store default. */
export async function writeMail(
  template: NotificationRecord,
  values: NotificationValues,
  { reader, to, language, log, catalogs, colors = createMailColors({}) }: MailContext,
): Promise<Mail> {
  const { subject, body } = readerFields[reader]
  const text = (field: typeof subject | typeof body): string => getRecordText(template, field, language) || template[field]
  const fill = async (source: string, kind: 'plain' | 'html'): Promise<string> => {
    try {
      return await fillTemplate(source, values, kind)
    } catch (error) {
      log.error(
        { err: error, notification: template.id },
        'The placeholders of a notification could not be replaced. It is sent with its placeholders.',
      )
      return source
    }
  }
  // A line break in a name would start another header. Markers stand for blocks, which a subject cannot have.
  const title = (await fill(text(subject), 'plain'))
    .replace(/[\uE100-\uE12F]/g, '')
    .replace(/[\r\n]+/g, ' ')
    .trim()
  const markup = await fill(text(body), 'html')
  const head = { to, subject: (title || template.name).slice(0, 255) }
  const blockOptions = { language, colors, catalogs }
  if (isCostlyMarkup(markup)) {
    log.error(
      { notification: template.id, characters: markup.length },
      'The text of a notification is too long or nested too deeply. It is sent as plain text.',
    )
    const shortened = insertMailBlocks(toPlainMailText(markup.slice(0, maxMarkupLength)), values, blockOptions, 'text')
    return { ...head, text: shortened }
  }
  if (markup.length > longMarkup) await nextTurn()
  const filled = sanitizeRichText(markup)
  // An untranslated text is in the store's default language, so its direction is not changed.
  const isTurned = getRecordText(template, body, language) !== '' && getTextDirection(language) === 'rtl'
  const html = isTurned ? `<div lang="${language}" dir="rtl">${filled}</div>` : filled
  const plainText = toPlainMailText(html)
  return {
    ...head,
    text: `${insertMailBlocks(plainText, values, blockOptions, 'text')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
    html: insertMailBlocks(html, values, blockOptions, 'html'),
  }
}
