// The shop-wide settings: one row, inserted at install.
import { listQuoted, createMessage } from '../../../foundation/message.js'
import { isRegisteredTag, isLanguageTag } from '../../../foundation/language.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { defineEntity, type FieldRefusal } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { image } from '../../properties/image.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { multiselect } from '../../properties/multiselect.js'
import { number } from '../../properties/number.js'
import { string } from '../../properties/string.js'
import { themeContent } from '../../storefront/theme.js'

export const settings = defineEntity({
  name: 'settings',
  label: 'settings',
  pluralLabel: 'settings',
  area: 'store',
  tools: 'write',
  singleton: true,
  listing: ['language_tag', 'weight_unit', 'default_country_id', 'default_customer_group_id'],
  properties: {
    language_tag: dropdown('Default language', { choices: 'languages' }),
    active_languages: multiselect(
      'Active languages',
      { choices: 'languages' },
      { help: 'Texts are entered and shown in these languages.' },
    ),
    time_zone: dropdown('Time zone', {
      choices: 'time_zones',
      help: "Used for all dates of the shop. If empty: the time zone of the store's country, otherwise UTC.",
    }),
    weight_unit: string('Weight unit', { help: 'Shown after weights, for example kg.' }),
    default_country_id: join('Default country', 'country', { help: 'Determines taxes before a delivery address is entered.' }),
    default_customer_group_id: join('Default customer group', 'customer-group', { help: 'For guests and new customers.' }),
    disable_delivery: boolean('No delivery', { help: 'Checkout asks for no delivery address and no shipping method.' }),
    explicit_agreement_terms: boolean('Require agreement to the terms'),
    enable_invoicing: boolean('Create invoices'),
    invoice_prefix: string('Invoice number prefix'),
    invoice_start: number('First invoice number', { min: 1 }),
    credit_note_prefix: string('Credit note number prefix'),
    credit_note_start: number('First credit note number', { min: 1 }),
    order_prefix: string('Order number prefix', { length: 32, help: 'Stored with each new order. Earlier orders keep theirs.' }),
    order_start: number('First order number', { min: 1, help: 'Ignored if numbers are already higher.' }),
    customer_cancellation: dropdown('Customer cancellation', {
      choices: { none: 'Not allowed', until_confirmed: 'Until the order is confirmed' },
      default: 'none',
    }),
    enable_reviews: boolean('Reviews'),
    page_nav_tabs: boolean('Show pages as tabs'),
    page_nav_block_on_missing: boolean('Block the next page while selections are missing', {
      help: 'Without tabs, pages are then shown one at a time, as steps.',
    }),
    price_overview_net: boolean('Show the net price in the overview'),
    price_overview_taxes: boolean('Show taxes in the overview'),
    price_overview_questions: boolean('Show the price of each question in the overview'),
    theme: json('Theme', {
      content: themeContent,
      help: 'Colours, font, corners, home page and footer of the storefront. Colours reach a contrast of 4.5 to white.',
    }),
    theme_favicon: image('Browser tab icon'),
    theme_hero: image('Home page image'),
    cart_lifetime_hours: number('Cart lifetime in hours', { default: 24, min: 1, help: 'Counted from the last change.' }),
    order_draft_lifetime_hours: number('Order draft lifetime in hours', { default: 24, min: 1 }),
    quote_validity_days: number('Quote validity in days', { default: 30, min: 1 }),
    license_key: string('License key', { apiSensitive: true }),
    advisor_enabled: boolean('Advisor'),
    advisor_vendor: dropdown('Advisor vendor', { choices: { openai_compatible: 'OpenAI compatible', anthropic: 'Anthropic' } }),
    advisor_base_url: string('Advisor base URL'),
    advisor_model: string('Advisor model'),
    advisor_api_key: string('Advisor API key', { apiSensitive: true }),
    advisor_auto_analyze: boolean('Analyze finished conversations automatically'),
    advisor_retention_days: number('Conversation retention in days', { min: 1 }),
  },
  validate({ record }) {
    const { language_tag: tag, active_languages: active } = record
    const issues: FieldRefusal[] = []
    const unknown = (Array.isArray(active) ? active : []).map(String).filter((tag) => isLanguageTag(tag) && !isRegisteredTag(tag))
    if (unknown.length > 0) {
      const names = listQuoted(unknown)
      const message = createMessage('fields.unknownLanguages', { names })
      issues.push({ field: 'active_languages', refusal: new Refusal(message, 'NOT_A_CHOICE') })
    }
    if (typeof tag !== 'string' || tag === '' || !Array.isArray(active) || active.length === 0 || active.includes(tag))
      return issues
    const message = createMessage('fields.defaultLanguageInactive', { languages: listQuoted(active.map(String)) })
    return [...issues, { field: 'language_tag', refusal: new Refusal(message, 'NOT_A_CHOICE') }]
  },
})
