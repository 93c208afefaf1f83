// A payment method: a payment provider with its parameters, and the surcharge.
import { checkRange } from '../../entity/cross-field-checks.js'
import { defineEntity } from '../../entity/define.js'
import { providerParams, requireParamsToPublish } from '../../payment/params.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { multiselect } from '../../properties/multiselect.js'
import { decimal } from '../../properties/number.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'
import type { RegistryScope } from '../../registry.js'

export const paymentMethod = defineEntity({
  name: 'payment-method',
  label: 'payment method',
  pluralLabel: 'payment methods',
  area: 'store',
  tools: 'write',
  listing: ['title', 'connector', 'price', 'percentage', 'published', 'ordering'],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    connector: dropdown('Payment provider', {
      choices: (registry) => Object.fromEntries([...registry.paymentProviders.values()].map(({ name, label }) => [name, label])),
      brought: 'payment provider',
      required: true,
    }),
    params: json('Provider settings', {
      content: providerParams,
      apiSensitive: true,
      help: 'The settings of the payment provider, including credentials. They are replaced as a whole.',
    }),
    price: decimal('Surcharge', { inBaseCurrency: true, help: 'Net, in the base currency.' }),
    percentage: decimal('Surcharge in percent', { min: -100, max: 100, help: 'Of the total of goods and delivery.' }),
    price_min: decimal('Minimum surcharge', { inBaseCurrency: true }),
    price_max: decimal('Maximum surcharge', { inBaseCurrency: true }),
    tax_class_id: join('Tax class', 'tax-class'),
    country_ids: multiselect('Countries', { entity: 'country' }, { help: 'All if empty.' }),
    customer_group_ids: multiselect('Customer groups', { entity: 'customer-group' }, { help: 'All if empty.' }),
    description: string('Description', { translatable: true, long: true, html: true }),
    published: published(),
    ordering: ordering(),
  },
  validate: async (scope: RegistryScope) => [
    ...checkRange(scope.record, 'price_min', 'price_max', ['Minimum surcharge', 'Maximum surcharge']),
    ...(await requireParamsToPublish(scope)),
  ],
})
