// An answer of a question: one record with its price, weight, rule, stock and pictures.
import { hasNoCalculations, checkRecordLoop } from '../../calculation/value-loop.js'
import { defineEntity } from '../../entity/define.js'
import { createCustomFields } from '../../entity/groups.js'
import { shopPlatforms } from '../../../foundation/property/kind.js'
import { boolean } from '../../properties/boolean.js'
import { calculation } from '../../properties/calculation.js'
import { calculationOverride } from '../../properties/calculation-override.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { focus, focusHelp } from '../../properties/focus.js'
import { groupPrice } from '../../properties/group-price.js'
import { image, imageLayer } from '../../properties/image.js'
import { join } from '../../properties/join.js'
import { decimal, number } from '../../properties/number.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { rule } from '../../properties/rule.js'
import { string } from '../../properties/string.js'

const shop = { platforms: shopPlatforms }

export const answer = defineEntity({
  name: 'answer',
  label: 'answer',
  pluralLabel: 'answers',
  area: 'catalog',
  tools: 'write',
  exclusive: 'product',
  listing: ['title', 'internal_name', 'question_id', 'sku', 'default', 'price', 'weight', 'published', 'ordering'],
  indexes: [['sku']],
  grams: true,
  properties: {
    question_id: join('Question', 'question', { owner: true, required: true }),
    title: string('Title', { translatable: true, required: true }),
    internal_name: string('Internal name', { help: 'For authors. Shoppers never see it.' }),
    sku: string('SKU', { trimmed: true }),
    default: boolean('Default', { default: false, help: 'Selected initially.' }),
    description: string('Description', { translatable: true, long: true, html: true }),
    price: decimal('Price', { default: 0, inBaseCurrency: true, help: 'Net, in the base currency.' }),
    price_overrides: groupPrice('Prices by customer group', { ...shop, inBaseCurrency: true }),
    was_price: decimal('Former price', { min: 0, inBaseCurrency: true, help: 'Shown struck through next to the price.' }),
    price_recurring: decimal('Recurring price', { inBaseCurrency: true }),
    price_recurring_overrides: groupPrice('Recurring prices by customer group', { inBaseCurrency: true }),
    weight: decimal('Weight', { default: 0, help: 'In the weight unit of the settings.' }),
    calcmodel: calculation('Price calculation', { inBaseCurrency: true, help: 'Replaces the price.' }),
    calcmodel_recurring: calculation('Recurring price calculation', {
      inBaseCurrency: true,
      help: 'Replaces the recurring price.',
    }),
    calcmodel_weight: calculation('Weight calculation', { help: 'Replaces the weight.' }),
    price_calculation_overrides: calculationOverride('Price calculations by customer group', { ...shop, inBaseCurrency: true }),
    rules: rule('Rule', {
      help: 'Condition under which the answer applies. Without a rule it applies whenever its question does.',
    }),
    display_while_disabled: dropdown('While it does not apply', {
      choices: { like_question: 'Same as the question', hide: 'Hide it', grey_out: 'Grey it out' },
      default: 'like_question',
    }),
    available: boolean('Available', { default: true }),
    availability_date: datetime('Available from', { help: 'Shown while the answer is not available.' }),
    disable_non_available: boolean('Block selection while unavailable', { default: true }),
    picker_image: image('Picker image'),
    picker_image_focus: focus('Picker image focal point', { of: 'picker_image', help: focusHelp }),
    image: image('Image'),
    image_focus: focus('Image focal point', { of: 'image', help: focusHelp }),
    visualization_image: imageLayer('Image layer'),
    visualization_stacking: number('Image layer order', { default: 1, help: 'Layers with higher numbers cover lower ones.' }),
    ...createCustomFields('assignment_custom', 'Custom field', [1, 2, 3, 4]),
    ...createCustomFields('option_custom', 'Custom field of the option', [1, 2, 3, 4]),
    published: published(),
    ordering: ordering(),
  },
  validate: checkRecordLoop,
  isAlone: hasNoCalculations,
})
