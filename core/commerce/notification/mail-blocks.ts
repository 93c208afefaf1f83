// Parts of a mail that a template inserts with one placeholder: items with their sums, addresses, payment, shipment, refund, credit note, customer, and the button.
import { createMessage, type MessageKey, type MessageValues } from '../../foundation/message.js'
import { formatMessage, type MessageCatalogs } from '../../foundation/message-format.js'
import { getTextDirection } from '../../foundation/language.js'
import { escapeHtml } from '../../foundation/rich-text.js'
import { mailBlockMarkers, type MailBlockName, type NotificationValues } from '../../model/notification/sample.js'
import { type MailColors, renderMailButton } from './mail-layout.js'

type DocumentValues = NotificationValues['order']
type AddressValues = DocumentValues['billing']

export interface BlockOptions {
  readonly language: string
  readonly colors: MailColors
  readonly catalogs: MessageCatalogs
}

interface BlockText {
  readonly html: string
  readonly text: string
}

interface RowLook {
  readonly className?: string
  readonly style?: string
  readonly span?: string
}

type MailKey = Extract<MessageKey, `mail.${string}`>

const emptyBlock: BlockText = { html: '', text: '' }

class BlockWriter {
  private readonly end: 'left' | 'right'

  constructor(
    private readonly values: NotificationValues,
    private readonly document: DocumentValues,
    private readonly isQuote: boolean,
    private readonly options: BlockOptions,
  ) {
    this.end = getTextDirection(options.language) === 'rtl' ? 'left' : 'right'
  }

  write(name: MailBlockName): BlockText {
    switch (name) {
      case 'items':
        return this.items()
      case 'addresses':
        return this.addresses()
      case 'payment':
        return this.payment()
      case 'button':
        return this.button(this.isQuote ? 'mail.viewQuote' : 'mail.viewOrder', this.document.link)
      case 'shipment':
        return this.shipment()
      case 'customer':
        return this.customer()
      case 'refund':
        return this.refund()
      case 'credit':
        return this.credit()
    }
  }

  private translate(key: MailKey, values: MessageValues = {}): string {
    return formatMessage(createMessage(key, values), this.options.language, { catalogs: this.options.catalogs })
  }

  private button(key: MailKey, link: string): BlockText {
    if (link === '') return emptyBlock
    const label = this.translate(key)
    return { html: renderMailButton(label, link, this.options.colors), text: `${label}: ${link}` }
  }

  /** White behind the picture: it may be transparent, and mail programs may be dark. */
  private pictureCell(picture: string, border: string): string {
    const image =
      picture === ''
        ? ''
        : `<img src="${escapeHtml(picture)}" alt="" width="72" style="display:block;width:72px;height:auto;border:0;border-radius:6px;background:#ffffff">`
    return `<td class="line picture" rowspan="2" width="88" valign="top" style="width:88px;padding:14px 0;${border}">${image}</td>`
  }

  private row(label: string, amount: string, { className = '', style = '', span = '' }: RowLook = {}): string {
    return `<tr><td${span} class="${className}" style="padding:4px 0;${style}">${escapeHtml(label)}</td><td class="${className}" align="${this.end}" valign="top" style="padding:4px 0;white-space:nowrap;${style}">${escapeHtml(amount)}</td></tr>`
  }

  /** A label with its value. On a phone the value is below the label. */
  private fact(label: string, text: string): string {
    return `<tr><td class="stack" valign="top" style="padding:2px 0;padding-${this.end}:12px;white-space:nowrap">${escapeHtml(label)}</td><td class="stack" valign="top" style="padding:2px 0;font-weight:600;overflow-wrap:anywhere"><bdi>${escapeHtml(text)}</bdi></td></tr>`
  }

  private table(rows: string): string {
    return `<table width="100%" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;margin:0 0 24px;font-size:16px;line-height:1.5">${rows}</table>`
  }

  private items(): BlockText {
    const { delivery_dates, lines, status, sums } = this.document
    const expected =
      delivery_dates === '' || status === 'cancelled' ? '' : this.translate('mail.delivery', { dates: delivery_dates })
    return this.priced(lines, sums, expected)
  }

  /** The credited items and sums, and the amount that is paid back. */
  private credit(): BlockText {
    const { lines, sums, reason, refund } = this.values.credit_note
    const paidBack = refund === '' ? '' : this.translate('mail.paidBack', { amount: refund })
    const titled = lines.map((item) => (item.title === '' ? { ...item, title: this.translate('mail.creditedAmount') } : item))
    const { html, text } = this.priced(titled, sums, paidBack)
    if (reason === '') return { html, text }
    const why = this.translate('mail.creditReason', { reason })
    return { html: `<p style="margin:0 0 16px">${escapeHtml(why)}</p>${html}`, text: `${why}\n\n${text}` }
  }

  /** The refund among the payments of the order. */
  private refund(): BlockText {
    const { paid, before, amount, kept } = this.values.refund
    const rows = (
      [
        ['mail.refundPaid', paid],
        ['mail.refundBefore', before],
        ['mail.refundAmount', amount],
        ['mail.refundKept', kept],
      ] as const
    )
      .filter(([, text]) => text !== '')
      .map(([key, text]) => [this.translate(key), text] as const)
    return {
      html: this.table(rows.map(([label, text]) => this.row(label, text)).join('')),
      text: rows.map(([label, text]) => `${label}: ${text}`).join('\n'),
    }
  }

  /** Items with amounts, the sums below them, and a closing sentence. */
  private priced(lines: DocumentValues['lines'], sums: DocumentValues['sums'], closing: string): BlockText {
    const { line, muted } = this.options.colors
    const border = `border-top:1px solid ${line}`
    const hasPictures = lines.some(({ picture }) => picture !== '')
    const span = hasPictures ? ' colspan="2"' : ''
    const rows = lines.map((item) => {
      const details = [
        item.sku,
        ...item.options.map(({ question, text }) => `${question}: ${text}`),
        item.note === '' ? '' : this.translate('mail.note', { note: item.note }),
        item.recurring === '' ? '' : `${item.recurring_interval || this.translate('mail.recurring')}: ${item.recurring}`,
      ].filter((detail) => detail !== '')
      const title = `${item.quantity} × ${item.title}`
      return {
        html: `<tr>${hasPictures ? this.pictureCell(item.picture, border) : ''}<td class="line" valign="top" style="padding:12px 0 0;${border}"><b>${escapeHtml(title)}</b></td><td class="line" align="${this.end}" valign="top" style="padding:12px 0 0;white-space:nowrap;${border}">${escapeHtml(item.amount)}</td></tr><tr><td colspan="2" class="muted" valign="top" style="padding:2px 0 12px;font-size:14px;color:${muted}">${details.map(escapeHtml).join('<br>')}</td></tr>`,
        text: [`${title}${item.amount === '' ? '' : `: ${item.amount}`}`, ...details.map((detail) => `  ${detail}`)].join('\n'),
      }
    })
    const looks: Readonly<Record<string, RowLook>> = {
      total: { className: 'line', style: `${border};font-weight:700;font-size:18px;padding-top:10px` },
      aside: { className: 'muted', style: `color:${muted};font-size:14px` },
    }
    const sumRows = sums.map(({ label, amount, kind }) => this.row(label, amount, { ...looks[kind], span })).join('')
    const gap =
      sums.length === 0
        ? ''
        : `<tr><td class="line" colspan="${hasPictures ? 3 : 2}" style="${border};padding:4px 0 0;line-height:0">&nbsp;</td></tr>`
    return {
      html:
        this.table(rows.map(({ html }) => html).join('') + gap + sumRows) +
        (closing === '' ? '' : `<p style="margin:0 0 16px"><b>${escapeHtml(closing)}</b></p>`),
      text: [...rows.map(({ text }) => text), sums.map(({ label, amount }) => `${label}: ${amount}`).join('\n'), closing]
        .filter((part) => part !== '')
        .join('\n\n'),
    }
  }

  private addresses(): BlockText {
    const listLines = ({ company, first_name, last_name, line1, line2, zip, city, county, state, country }: AddressValues) =>
      [company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, county, state, country]
        .map((part) => part.trim())
        .filter((part) => part !== '')
    const cards = (
      [
        ['mail.billingAddress', this.document.billing],
        ['mail.deliveryAddress', this.document.delivery],
      ] as const
    )
      .map(([key, address]) => ({ title: this.translate(key), lines: listLines(address) }))
      .filter(({ lines }) => lines.length > 0)
    if (cards.length === 0) return emptyBlock
    const cells = cards.map(
      ({ title, lines }) =>
        `<td class="half" width="50%" valign="top" style="padding:0 0 8px"><b>${escapeHtml(title)}</b><br>${lines.map((part) => `<bdi>${escapeHtml(part)}</bdi>`).join('<br>')}</td>`,
    )
    return {
      html: this.table(`<tr>${cells.join('')}</tr>`),
      text: cards.map(({ title, lines }) => [`${title}:`, ...lines].join('\n')).join('\n\n'),
    }
  }

  private payment(): BlockText {
    const { payment_title, is_paid, payment_text, payment_details } = this.document
    if (payment_title === '') return emptyBlock
    const label = this.translate(is_paid ? 'mail.paidBy' : 'mail.payment')
    const details = is_paid ? [] : payment_details
    const rows = details.map((detail) => this.fact(detail.label, detail.text))
    const hint = is_paid ? '' : payment_text
    return {
      html: `<p style="margin:0 0 8px"><b>${escapeHtml(label)}:</b> ${escapeHtml(payment_title)}</p>${hint === '' ? '' : `<p style="margin:0 0 8px">${escapeHtml(hint)}</p>`}${rows.length === 0 ? '' : this.table(rows.join(''))}`,
      text: [`${label}: ${payment_title}`, hint, ...details.map((detail) => `${detail.label}: ${detail.text}`)]
        .filter((part) => part !== '')
        .join('\n'),
    }
  }

  private shipment(): BlockText {
    const { lines, carrier, tracking_code, tracking_url } = this.values.shipment
    const items = lines.map(({ quantity, title }) => `${quantity} × ${title}`)
    const facts = [
      carrier === '' ? '' : `${this.translate('mail.carrier')}: ${carrier}`,
      tracking_code === '' ? '' : `${this.translate('mail.trackingNumber')}: ${tracking_code}`,
    ].filter((fact) => fact !== '')
    const button = this.button('mail.trackParcel', tracking_url)
    return {
      html: `<p style="margin:0 0 16px">${items.map((item) => `<b>${escapeHtml(item)}</b>`).join('<br>')}</p>${facts.length === 0 ? '' : `<p style="margin:0 0 16px">${facts.map(escapeHtml).join('<br>')}</p>`}${button.html}`,
      text: [items.map((item) => `- ${item}`).join('\n'), facts.join('\n'), button.text]
        .filter((part) => part !== '')
        .join('\n\n'),
    }
  }

  /** Number and date, the state of the payment, and the delivery. */
  private facts(): readonly (readonly [label: string, text: string])[] {
    const { number, date, payment_title, payment_state, delivery_title, delivery_dates } = this.document
    const state =
      payment_state === '' || payment_state === 'none' ? '' : this.translate('mail.paymentState', { state: payment_state })
    const facts = [
      [this.translate(this.isQuote ? 'mail.quoteFact' : 'mail.orderFact'), [number, date]],
      [this.translate('mail.paymentFact'), [payment_title, state]],
      [this.translate('mail.deliveryFact'), [delivery_title, delivery_dates]],
    ] as const
    return facts.flatMap(([label, parts]) => {
      const text = parts.filter((part) => part !== '').join(' · ')
      return text === '' ? [] : [[label, text] as const]
    })
  }

  private customer(): BlockText {
    const { customer } = this.values
    const { note, admin_link } = this.document
    const about = this.facts()
    const facts = [
      customer.name,
      customer.company === customer.name ? '' : customer.company,
      customer.email,
      customer.phone,
      customer.vat_id,
    ]
    const lines = [...new Set(facts)].filter((fact) => fact !== '')
    const button = this.button('mail.openInAdmin', admin_link)
    const comment = note === '' ? '' : this.translate('mail.note', { note })
    const shown = lines.map((fact) =>
      fact === customer.email ? `<a href="mailto:${escapeHtml(fact)}">${escapeHtml(fact)}</a>` : `<bdi>${escapeHtml(fact)}</bdi>`,
    )
    return {
      html: `<p style="margin:0 0 16px">${shown.join('<br>')}</p>${this.table(about.map(([label, text]) => this.fact(label, text)).join(''))}${comment === '' ? '' : `<p style="margin:0 0 16px">${escapeHtml(comment)}</p>`}${button.html}`,
      text: [lines.join('\n'), about.map(([label, text]) => `${label}: ${text}`).join('\n'), comment, button.text]
        .filter((part) => part !== '')
        .join('\n\n'),
    }
  }
}

/** A marker of a block, with the paragraph around it. */
const markerPattern = /(?:<p>)?([\uE100-\uE12F])(?:<\/p>)?/g

const findBlock = (marker: string): readonly [owner: string, name: MailBlockName] | undefined =>
  Object.entries(mailBlockMarkers)
    .flatMap(([owner, markers]) =>
      Object.entries(markers).map(([name, candidate]) => ({ candidate, block: [owner, name as MailBlockName] as const })),
    )
    .find(({ candidate }) => candidate === marker)?.block

/** Replaces the markers of blocks in sanitised markup. Each block is inserted once, because a loop could repeat its marker without limit. */
export function insertMailBlocks(
  markup: string,
  values: NotificationValues,
  options: BlockOptions,
  kind: 'html' | 'text',
): string {
  const inserted = new Set<string>()
  return markup.replace(markerPattern, (_all, marker: string) => {
    const found = findBlock(marker)
    if (found === undefined || inserted.has(marker)) return ''
    inserted.add(marker)
    const [owner, name] = found
    const isQuote = owner === 'quote'
    const block = new BlockWriter(values, isQuote ? values.quote : values.order, isQuote, options).write(name)
    return kind === 'html' ? block.html : `\n${block.text}\n`
  })
}
