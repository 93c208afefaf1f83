// The operator of the shop: one row, inserted at install. Printed on orders and invoices and shown in the footer.
import { defineEntity } from '../../entity/define.js'
import { image } from '../../properties/image.js'
import { join } from '../../properties/join.js'
import { emailAddress, string } from '../../properties/string.js'
import { createVatIdField } from '../../vat-id/fields.js'

export const store = defineEntity({
  name: 'store',
  label: 'store',
  pluralLabel: 'stores',
  area: 'store',
  tools: 'write',
  singleton: true,
  listing: ['name', 'city', 'country_id', 'email_sales'],
  properties: {
    name: string('Name', { required: true }),
    line1: string('Address line 1'),
    line2: string('Address line 2'),
    zip: string('Postal code'),
    city: string('City'),
    country_id: join('Country', 'country'),
    phone: string('Phone'),
    email_sales: emailAddress('Sales e-mail', { required: true }),
    email_support: emailAddress('Support e-mail'),
    vat_id: createVatIdField(),
    company_register: string('Commercial register'),
    bank_name: string('Bank'),
    iban: string('IBAN'),
    bic: string('BIC'),
    logo: image('Logo'),
    terms: string('Terms and conditions', { translatable: true, long: true, html: true }),
    refund_policy: string('Refund policy', { translatable: true, long: true, html: true }),
  },
})
