// Providers without an external service: bank transfer, cash on delivery, invoice.
import { definePaymentProvider, number } from 'product-configurator-service'
import { formatDueDate, formatMoney } from '../wording.js'

export const bankTransfer = definePaymentProvider({
  name: 'bank_transfer',
  label: 'Bank transfer',
  description: "The customer transfers the amount to the store's bank account. Your staff mark the order as paid.",
  storeFields: ['iban'],
  params: {
    due_days: number('Days to pay', {
      min: 0,
      max: 365,
      help: 'From the day of the order. Without a value the amount is due immediately.',
    }),
  },
  instruct({ params, payment, order, language, translate }) {
    const { shop } = order
    const due = params.due_days
    const details = [
      [translate('payments.accountHolder'), shop.name],
      [translate('payments.bank'), shop.bank_name],
      ['IBAN', shop.iban],
      ['BIC', shop.bic],
      [translate('payments.amount'), formatMoney(payment.amount, payment.currency, payment.decimals, language)],
      [translate('payments.reference'), order.number_text],
      [
        translate('payments.due'),
        due === undefined ? translate('payments.immediately') : formatDueDate(order.placed, due, language, order.shop.time_zone),
      ],
    ] as const
    return {
      text: translate('payments.transferToAccount'),
      details: details.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})

export const cashOnDelivery = definePaymentProvider({
  name: 'cash_on_delivery',
  label: 'Cash on delivery',
  description: 'The customer pays the carrier on delivery.',
  params: {},
  instruct({ payment, language, translate }) {
    const text = formatMoney(payment.amount, payment.currency, payment.decimals, language)
    return {
      text: translate('payments.payOnDelivery'),
      details: [{ label: translate('payments.amount'), text }],
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})

export const invoice = definePaymentProvider({
  name: 'invoice',
  label: 'Invoice',
  description: 'The customer pays after receiving the invoice. Your staff mark the order as paid.',
  params: {
    due_days: number('Days to pay', {
      min: 0,
      max: 365,
      help: 'From the day of the order. Without a value the amount is due immediately.',
    }),
  },
  instruct({ params, payment, order, language, translate }) {
    const due = params.due_days
    return {
      text: translate('payments.invoiceFollows'),
      details: [
        { label: translate('payments.amount'), text: formatMoney(payment.amount, payment.currency, payment.decimals, language) },
        {
          label: translate('payments.due'),
          text:
            due === undefined
              ? translate('payments.immediately')
              : formatDueDate(order.placed, due, language, order.shop.time_zone),
        },
      ],
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})
