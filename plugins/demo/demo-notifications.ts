// Mail templates of the demo shop for orders and quotes, in the languages of the demo.
import { createUniformText, type DemoText, createText } from './demo-text.js'

interface DemoNotification {
  readonly name: string
  readonly status: string
  readonly fields: Readonly<Record<string, DemoText | boolean>>
}

const greeting = {
  en: '<p>Hello {{ customer.name }},</p>',
  de: '<p>Guten Tag {{ customer.name }},</p>',
  he: '<p>שלום {{ customer.name }},</p>',
}
function createCustomerMail(subject: DemoText, en: string, de: string, he: string): DemoNotification['fields'] {
  return {
    send_customer: true,
    subject,
    body: createText(`${greeting.en}${en}`, `${greeting.de}${de}`, `${greeting.he}${he}`),
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
        `<p>Thank you for your order from {{ order.date }}:</p>{{ order.items_block }}{{ order.payment_block }}{{ order.addresses_block }}{{ order.button }}`,
        `<p>vielen Dank für Ihre Bestellung vom {{ order.date }}:</p>{{ order.items_block }}{{ order.payment_block }}{{ order.addresses_block }}{{ order.button }}`,
        `<p>תודה על הזמנתכם מיום {{ order.date }}:</p>{{ order.items_block }}{{ order.payment_block }}{{ order.addresses_block }}{{ order.button }}`,
      ),
      ...createManagerMail(
        createText(
          'Order {{ order.number }}: {{ order.gross }}',
          'Bestellung {{ order.number }}: {{ order.gross }}',
          'הזמנה {{ order.number }}: {{ order.gross }}',
        ),
        createUniformText(
          '{{ order.customer_block }}{{ order.items_block }}{{ order.payment_block }}{{ order.addresses_block }}',
        ),
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
      '<p>We have received your payment of {{ order.gross }} for order {{ order.number }}.</p>{{ order.payment_block }}{{ order.button }}',
      '<p>wir haben Ihre Zahlung über {{ order.gross }} zur Bestellung {{ order.number }} erhalten.</p>{{ order.payment_block }}{{ order.button }}',
      '<p>קיבלנו את התשלום שלכם בסך {{ order.gross }} עבור הזמנה {{ order.number }}.</p>{{ order.payment_block }}{{ order.button }}',
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
      `<p>We have shipped these items of your order {{ order.number }}:</p>{{ shipment.block }}{{ order.addresses_block }}{{ order.button }}`,
      `<p>wir haben diese Artikel Ihrer Bestellung {{ order.number }} versendet:</p>{{ shipment.block }}{{ order.addresses_block }}{{ order.button }}`,
      `<p>שלחנו את הפריטים האלה מההזמנה {{ order.number }}:</p>{{ shipment.block }}{{ order.addresses_block }}{{ order.button }}`,
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
      createUniformText('{{ quote.customer_block }}{{ quote.items_block }}'),
    ),
  },
  {
    name: 'Quote sent',
    status: 'sent',
    fields: createCustomerMail(
      createText('Your quote {{ quote.number }}', 'Ihr Angebot {{ quote.number }}', 'הצעת המחיר שלכם {{ quote.number }}'),
      `<p>Here is our quote. It is valid until {{ quote.valid_until }}:</p>{{ quote.items_block }}{{ quote.button }}`,
      `<p>hier ist unser Angebot. Es ist gültig bis {{ quote.valid_until }}:</p>{{ quote.items_block }}{{ quote.button }}`,
      `<p>זו הצעת המחיר שלנו. היא בתוקף עד {{ quote.valid_until }}:</p>{{ quote.items_block }}{{ quote.button }}`,
    ),
  },
]
