// Mail templates of the demo shop for orders and quotes, in the languages of the demo.
import { createUniformText, type DemoText, createText } from './demo-text.js'

interface DemoNotification {
  readonly name: string
  readonly status: string
  readonly fields: Readonly<Record<string, DemoText | boolean>>
}

/** The order lines and, if prices are shown, the sums down to the total. */
const renderLines = (kind: string): string =>
  `<ul>{% for line in ${kind}.lines %}<li>{{ line.quantity }} × {{ line.title }}{% if line.amount != "" %}: {{ line.amount }}{% endif %}{% if line.recurring != "" %}<br>{{ line.recurring_interval }}: {{ line.recurring }}{% endif %}{% for option in line.options %}<br>{{ option.question }}: {{ option.text }}{% endfor %}</li>{% endfor %}</ul>{% if ${kind}.gross != "" %}<ul>{% for sum in ${kind}.sums %}<li>{% if sum.kind == "total" %}<strong>{{ sum.label }}: {{ sum.amount }}</strong>{% else %}{{ sum.label }}: {{ sum.amount }}{% endif %}</li>{% endfor %}</ul>{% endif %}`

const greeting = {
  en: '<p>Hello {{ customer.name }},</p>',
  de: '<p>Guten Tag {{ customer.name }},</p>',
  he: '<p>שלום {{ customer.name }},</p>',
}
const closing =
  '<p>{{ shop.name }}</p>{% if shop.pages.size != 0 %}<ul>{% for page in shop.pages %}<li><a href="{{ page.link }}">{{ page.title }}</a></li>{% endfor %}</ul>{% endif %}'
const renderLink = (kind: string, words: string): string =>
  `{% if ${kind}.link != "" %}<p><a href="{{ ${kind}.link }}">${words}</a></p>{% endif %}`

/** Payment instructions, if the customer has to act. */
const paymentInstructions =
  '{% if order.payment_text != "" %}<p>{{ order.payment_text }}</p><ul>{% for detail in order.payment_details %}<li>{{ detail.label }}: {{ detail.text }}</li>{% endfor %}</ul>{% endif %}'

const renderPayment = (method: string, paidBy: string): string =>
  `{% if order.payment_title != "" %}<p>{% if order.is_paid %}${paidBy}{% else %}${method}{% endif %}: {{ order.payment_title }}</p>{% endif %}`
const paymentLines = {
  en: renderPayment('Payment method', 'Paid by'),
  de: renderPayment('Zahlungsart', 'Bezahlt per'),
  he: renderPayment('אמצעי תשלום', 'שולם באמצעות'),
}

const shippedLines = '<ul>{% for line in shipment.lines %}<li>{{ line.quantity }} × {{ line.title }}</li>{% endfor %}</ul>'

const renderTracking = (carrier: string, code: string, link: string): string =>
  `{% if shipment.carrier != "" %}<p>${carrier}: {{ shipment.carrier }}</p>{% endif %}{% if shipment.tracking_code != "" %}<p>${code}: {{ shipment.tracking_code }}</p>{% endif %}{% if shipment.tracking_url != "" %}<p><a href="{{ shipment.tracking_url }}">${link}</a></p>{% endif %}`

function createCustomerMail(subject: DemoText, en: string, de: string, he: string): DemoNotification['fields'] {
  return {
    send_customer: true,
    subject,
    body: createText(`${greeting.en}${en}${closing}`, `${greeting.de}${de}${closing}`, `${greeting.he}${he}${closing}`),
  }
}

function createManagerMail(subject: DemoText, body: DemoText): DemoNotification['fields'] {
  return { send_manager: true, manager_subject: subject, manager_body: body }
}

export const demoNotifications: readonly DemoNotification[] = [
  {
    name: 'Order placed',
    status: 'ordered',
    fields: {
      ...createCustomerMail(
        createText('Your order {{ order.number }}', 'Ihre Bestellung {{ order.number }}', 'ההזמנה שלכם {{ order.number }}'),
        `<p>Thank you for your order from {{ order.date }}:</p>${renderLines('order')}${paymentLines.en}${paymentInstructions}${renderLink('order', 'View your order')}`,
        `<p>vielen Dank für Ihre Bestellung vom {{ order.date }}:</p>${renderLines('order')}${paymentLines.de}${paymentInstructions}${renderLink('order', 'Bestellung ansehen')}`,
        `<p>תודה על הזמנתכם מיום {{ order.date }}:</p>${renderLines('order')}${paymentLines.he}${paymentInstructions}${renderLink('order', 'לצפייה בהזמנה')}`,
      ),
      ...createManagerMail(
        createText(
          'Order {{ order.number }}: {{ order.gross }}',
          'Bestellung {{ order.number }}: {{ order.gross }}',
          'הזמנה {{ order.number }}: {{ order.gross }}',
        ),
        createUniformText(`<p>{{ customer.name }}, {{ customer.email }}</p>${renderLines('order')}`),
      ),
    },
  },
  {
    name: 'Order paid',
    status: 'paid',
    fields: createCustomerMail(
      createText(
        'Payment received for order {{ order.number }}',
        'Zahlung zu Bestellung {{ order.number }} erhalten',
        'התקבל תשלום עבור הזמנה {{ order.number }}',
      ),
      '<p>We have received your payment of {{ order.gross }} for order {{ order.number }}.</p>' + paymentLines.en,
      '<p>wir haben Ihre Zahlung über {{ order.gross }} zur Bestellung {{ order.number }} erhalten.</p>' + paymentLines.de,
      '<p>קיבלנו את התשלום שלכם בסך {{ order.gross }} עבור הזמנה {{ order.number }}.</p>' + paymentLines.he,
    ),
  },
  {
    name: 'Shipment created',
    status: 'shipment',
    fields: createCustomerMail(
      createText(
        'Order {{ order.number }} is on its way',
        'Bestellung {{ order.number }} ist unterwegs',
        'הזמנה {{ order.number }} בדרך',
      ),
      `<p>We have shipped these items of your order {{ order.number }}:</p>${shippedLines}${renderTracking('Carrier', 'Tracking number', 'Track your parcel')}${renderLink('order', 'View your order')}`,
      `<p>wir haben diese Artikel Ihrer Bestellung {{ order.number }} versendet:</p>${shippedLines}${renderTracking('Versanddienstleister', 'Sendungsnummer', 'Sendung verfolgen')}${renderLink('order', 'Bestellung ansehen')}`,
      `<p>שלחנו את הפריטים האלה מההזמנה {{ order.number }}:</p>${shippedLines}${renderTracking('חברת השילוח', 'מספר מעקב', 'למעקב אחר החבילה')}${renderLink('order', 'לצפייה בהזמנה')}`,
    ),
  },
  {
    name: 'Quote requested',
    status: 'requested',
    fields: createManagerMail(
      createText(
        'Quote request from {{ customer.name }}',
        'Angebotsanfrage von {{ customer.name }}',
        'בקשה להצעת מחיר מאת {{ customer.name }}',
      ),
      createUniformText(`<p>{{ customer.email }}</p>${renderLines('quote')}<p>{{ quote.note }}</p>`),
    ),
  },
  {
    name: 'Quote sent',
    status: 'sent',
    fields: createCustomerMail(
      createText('Your quote {{ quote.number }}', 'Ihr Angebot {{ quote.number }}', 'הצעת המחיר שלכם {{ quote.number }}'),
      `<p>Here is our quote. It is valid until {{ quote.valid_until }}:</p>${renderLines('quote')}${renderLink('quote', 'View and accept the quote')}`,
      `<p>hier ist unser Angebot. Es ist gültig bis {{ quote.valid_until }}:</p>${renderLines('quote')}${renderLink('quote', 'Angebot ansehen und annehmen')}`,
      `<p>זו הצעת המחיר שלנו. היא בתוקף עד {{ quote.valid_until }}:</p>${renderLines('quote')}${renderLink('quote', 'לצפייה בהצעה ולאישורה')}`,
    ),
  },
]
