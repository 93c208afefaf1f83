// A product: the root of a tree of pages, questions and answers.
import { defineEntity } from '../../entity/define.js'
import { createCustomFields, createInheritableSwitch, createNumberedProperties } from '../../entity/groups.js'
import { checkRange } from '../../entity/cross-field-checks.js'
import { deriveLabels, refuseDotLabels } from '../../entity/label.js'
import { shopPlatforms } from '../../../foundation/property/kind.js'
import { boolean } from '../../properties/boolean.js'
import { childentries } from '../../properties/childentries.js'
import { dropdown } from '../../properties/dropdown.js'
import { focus, focusHelp } from '../../properties/focus.js'
import { groupPrice } from '../../properties/group-price.js'
import { image, imageLayer } from '../../properties/image.js'
import { join } from '../../properties/join.js'
import { decimal, number } from '../../properties/number.js'
import { published } from '../../properties/published.js'
import { radio } from '../../properties/radio.js'
import { string } from '../../properties/string.js'

const shop = { platforms: shopPlatforms }
/** The numbers of the further images in the gallery: `image_2` and so on. */
export const galleryNumbers = [2, 3, 4, 5, 6] as const
const recurring = { ...shop, appliesWhen: { property: 'use_recurring_pricing', values: [true] } }

export const product = defineEntity({
  name: 'product',
  label: 'product',
  pluralLabel: 'products',
  area: 'catalog',
  tools: 'write',
  listing: ['title', 'sku', 'published', 'baseprice', 'tax_class_id'],
  unique: [['label']],
  indexes: [['sku'], ['published']],
  grams: true,
  properties: {
    title: string('Title', { translatable: true, required: true }),
    label: string('URL handle', {
      ...shop,
      translatable: true,
      oftenEqual: true,
      trimmed: true,
      help: 'The last part of the URL of the product page, unique in each language. Default: derived from the title.',
    }),
    published: published(),
    sku: string('SKU', { trimmed: true }),
    description: string('Description', { translatable: true, long: true, html: true }),
    longdescription: string('Long description', { ...shop, translatable: true, long: true, html: true }),
    image: image('Image', shop),
    image_focus: focus('Image focal point', { ...shop, of: 'image', help: focusHelp }),
    ...createNumberedProperties('image', galleryNumbers, (n) => image(`Image ${n}`, shop)),
    baseprice: decimal('Base price', {
      ...shop,
      default: 0,
      inBaseCurrency: true,
      help: 'Net, in the base currency, without any selections.',
    }),
    was_price: decimal('Former price', {
      ...shop,
      min: 0,
      inBaseCurrency: true,
      help: 'Shown struck through next to the price.',
    }),
    baseprice_overrides: groupPrice('Base prices by customer group', { ...shop, inBaseCurrency: true }),
    tax_class_id: join('Tax class', 'tax-class', { ...shop, required: true, help: 'Applies to all prices of the product.' }),
    use_recurring_pricing: boolean('Recurring prices', { ...shop, default: false }),
    baseprice_recurring: decimal('Recurring base price', { ...recurring, inBaseCurrency: true }),
    was_price_recurring: decimal('Former recurring price', { ...recurring, min: 0, inBaseCurrency: true }),
    baseprice_recurring_overrides: groupPrice('Recurring base prices by customer group', { ...recurring, inBaseCurrency: true }),
    tax_class_recurring_id: join('Tax class for recurring prices', 'tax-class', recurring),
    pricelabel: string('Price label', { ...recurring, translatable: true }),
    pricelabel_recurring: string('Recurring price label', { ...recurring, translatable: true }),
    recurring_interval: string('Recurring interval', {
      ...recurring,
      translatable: true,
      help: 'A text such as per month.',
    }),
    custom_price_text: string('Text instead of the price', { ...shop, translatable: true }),
    baseweight: decimal('Base weight', { default: 0, help: 'In the weight unit of the settings.' }),
    dispatch_time: number('Dispatch time in days', { default: 0, min: 0 }),
    min_quantity: number('Minimum quantity', { default: 1, min: 1 }),
    max_quantity: number('Maximum quantity', { min: 1, help: '9,999 if left out.' }),
    quantity_step: number('Quantity step', { default: 1, min: 1 }),
    visualization_type: dropdown('Visualization', { choices: { none: 'None', composite: 'Layered images' }, default: 'none' }),
    visualization_image: imageLayer('Bottom image layer', {
      appliesWhen: { property: 'visualization_type', values: ['composite'] },
    }),
    show_buy_button: boolean('Show the buy button', { ...shop, default: true }),
    enable_reviews: createInheritableSwitch('Reviews', shop),
    page_nav_tabs: createInheritableSwitch('Show pages as tabs'),
    page_nav_block_on_missing: createInheritableSwitch('Block the next page while selections are missing', {
      help: 'Without tabs, pages are then shown one at a time, as steps.',
      platformDefaults: { shop_platform: 'no' },
    }),
    price_overview_net: createInheritableSwitch('Show the net price in the overview'),
    price_overview_taxes: createInheritableSwitch('Show taxes in the overview'),
    price_overview_questions: createInheritableSwitch('Show the price of each question in the overview'),
    guidance: radio('Guidance', {
      choices: { off: 'Off', mark: 'Mark dead ends', hide: 'Hide dead ends' },
      default: 'off',
    }),
    unpriced: radio('Combinations without a price', {
      choices: { refuse: 'Cannot be ordered', free: 'Cost nothing' },
      default: 'refuse',
      help: 'Combinations whose price calculation has no result, for example beyond the last row of a table.',
    }),
    twin: radio('Calculation in the browser', {
      choices: { full: 'Rules and prices', rules: 'Rules without prices', off: 'None' },
      default: 'full',
      help: 'The storefront evaluates these parts before the service replies. For that it receives the rules, calculations and price tables. Without prices, the price is shown after the reply.',
    }),
    ...createCustomFields('product_custom', 'Custom field', [1, 2, 3, 4]),
    ...createCustomFields('product_custom', 'Custom field', [5, 6], { translatable: true }),
    detail_panes: childentries('Detail panes', { entity: 'product-detail-pane', keep: true, deep: true }),
  },
  prepare: (record, scope) => deriveLabels(record, scope),
  validate: ({ record }) => [
    ...refuseDotLabels(record),
    ...checkRange(record, 'min_quantity', 'max_quantity', ['Minimum quantity', 'Maximum quantity']),
  ],
})
