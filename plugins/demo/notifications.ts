// The mails of the demo shop: what becomes of orders and quotes, told in English and German.
import { type Text, text } from './sheet.js'

interface NotificationSheet {
  readonly name: string
  readonly status: string
  readonly fields: Readonly<Record<string, Text | boolean>>
}

const lines = (total: string): string =>
  `<ul>{% for line in ${total}.lines %}<li>{{ line.quantity }} × {{ line.title }}: {{ line.gross }}{% for option in line.options %}<br>{{ option.question }}: {{ option.text }}{% endfor %}</li>{% endfor %}</ul>`

const greeting = { en: '<p>Good day {{ customer.name }},</p>', de: '<p>Guten Tag {{ customer.name }},</p>' }
const link = (kind: string, words: string): string =>
  `{% if ${kind}.link != "" %}<p><a href="{{ ${kind}.link }}">${words}</a></p>{% endif %}`

function customer(subject: Text, en: string, de: string): NotificationSheet['fields'] {
  return {
    send_customer: true,
    subject,
    body: text(`${greeting.en}${en}<p>{{ shop.name }}</p>`, `${greeting.de}${de}<p>{{ shop.name }}</p>`),
  }
}

function manager(subject: Text, body: Text): NotificationSheet['fields'] {
  return { send_manager: true, manager_subject: subject, manager_body: body }
}

export const notifications: readonly NotificationSheet[] = [
  {
    name: 'Order placed',
    status: 'ordered',
    fields: {
      ...customer(
        text('Your order {{ order.number }}', 'Ihre Bestellung {{ order.number }}'),
        `<p>Thank you for your order of {{ order.date }}:</p>${lines('order')}<p>Total: {{ order.gross }}, paid by {{ order.payment_title }}.</p>${link('order', 'Look at the order')}`,
        `<p>vielen Dank für Ihre Bestellung vom {{ order.date }}:</p>${lines('order')}<p>Gesamt: {{ order.gross }}, Zahlung: {{ order.payment_title }}.</p>${link('order', 'Bestellung ansehen')}`,
      ),
      ...manager(
        text('Order {{ order.number }}: {{ order.gross }}', 'Bestellung {{ order.number }}: {{ order.gross }}'),
        text(
          `<p>{{ customer.name }}, {{ customer.email }}</p>${lines('order')}`,
          `<p>{{ customer.name }}, {{ customer.email }}</p>${lines('order')}`,
        ),
      ),
    },
  },
  {
    name: 'Order paid',
    status: 'paid',
    fields: customer(
      text('Payment received for order {{ order.number }}', 'Zahlung zu Bestellung {{ order.number }} erhalten'),
      '<p>we have received {{ order.gross }} for your order {{ order.number }}.</p>',
      '<p>wir haben {{ order.gross }} zu Ihrer Bestellung {{ order.number }} erhalten.</p>',
    ),
  },
  {
    name: 'Order shipped',
    status: 'shipped',
    fields: customer(
      text('Order {{ order.number }} is on its way', 'Bestellung {{ order.number }} ist unterwegs'),
      '<p>your order {{ order.number }} has left us by {{ order.delivery_title }}.</p>',
      '<p>Ihre Bestellung {{ order.number }} hat unser Haus verlassen: {{ order.delivery_title }}.</p>',
    ),
  },
  {
    name: 'Quote requested',
    status: 'requested',
    fields: manager(
      text('A quote is asked for by {{ customer.name }}', 'Angebot angefragt von {{ customer.name }}'),
      text(
        `<p>{{ customer.email }}</p>${lines('quote')}<p>{{ quote.note }}</p>`,
        `<p>{{ customer.email }}</p>${lines('quote')}<p>{{ quote.note }}</p>`,
      ),
    ),
  },
  {
    name: 'Quote sent',
    status: 'sent',
    fields: customer(
      text('Our quote {{ quote.number }}', 'Unser Angebot {{ quote.number }}'),
      `<p>this is our quote, which holds until {{ quote.valid_until }}:</p>${lines('quote')}<p>Total: {{ quote.gross }}.</p>${link('quote', 'Look at the quote, and accept it')}`,
      `<p>dies ist unser Angebot, gültig bis {{ quote.valid_until }}:</p>${lines('quote')}<p>Gesamt: {{ quote.gross }}.</p>${link('quote', 'Angebot ansehen und annehmen')}`,
    ),
  },
]
