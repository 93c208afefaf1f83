// A question of a page: its type, conditions, prices and input limits.
import { checkRecordLoop } from '../../calculation/value-loop.js'
import { defineEntity, type DeleteScope } from '../../entity/define.js'
import { checkRange } from '../../entity/cross-field-checks.js'
import { createCustomFields } from '../../entity/groups.js'
import { shopPlatforms } from '../../../foundation/property/kind.js'
import { boolean } from '../../properties/boolean.js'
import { calculation } from '../../properties/calculation.js'
import { dropdown, type StaticChoices } from '../../properties/dropdown.js'
import { image } from '../../properties/image.js'
import { join } from '../../properties/join.js'
import { decimal, number } from '../../properties/number.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { rule } from '../../properties/rule.js'
import { selectionLength } from '../../properties/selections.js'
import { string } from '../../properties/string.js'
import type { RegistryScope } from '../../registry.js'

const questionLimits: readonly string[] = [
  'set_min_value',
  'set_max_value',
  'minval',
  'maxval',
  'calcmodel_id_min_val',
  'calcmodel_id_max_val',
]

const limitSources = { none: 'No limit', static: 'A fixed limit', calculated: 'A calculation' } satisfies StaticChoices
const limit = (property: string, value: string) => ({ appliesWhen: { property, values: [value] } })

/** Removes them with their cart positions. Other configurations lose only that selection at their next read. */
async function removeConfigurationsOfQuestion(scope: DeleteScope): Promise<null> {
  const productId = await scope.ownerId('product')
  // A deleted product removes its configurations itself. Their positions remain, so shoppers see a message.
  if (productId === null || scope.leaves('product', productId)) return null
  for (const configuration of await scope.find('configuration', 'product_id', productId)) {
    const selections = configuration.selections as readonly { readonly question_id: number }[]
    const isAffected =
      configuration.state === 'in_cart' && selections.some((selection) => selection.question_id === scope.recordId)
    if (!isAffected) continue
    for (const position of await scope.find('cart-position', 'configuration_id', configuration.id)) {
      await scope.remove('cart-position', position.id)
    }
    await scope.remove('configuration', configuration.id)
  }
  return null
}

export const question = defineEntity({
  name: 'question',
  label: 'question',
  pluralLabel: 'questions',
  area: 'catalog',
  tools: 'write',
  exclusive: 'product',
  listing: ['title', 'internal_name', 'page_id', 'question_type', 'required', 'published', 'ordering'],
  grams: true,
  properties: {
    page_id: join('Page', 'page', { owner: true, required: true }),
    title: string('Title', { translatable: true, required: true }),
    internal_name: string('Internal name', { help: 'For authors. Shoppers never see it.' }),
    question_type: dropdown('Question type', {
      choices: (registry) => Object.fromEntries([...registry.questionTypes.values()].map((type) => [type.name, type.label])),
      brought: 'question type',
      default: 'Textbox',
    }),
    required: boolean('Required', {
      default: false,
      help: 'The product cannot be ordered while an applicable required question has no selection.',
    }),
    description: string('Description', { translatable: true, long: true, html: true }),
    description_display: dropdown('Show the description', {
      choices: { under_title: 'Under the title', tooltip: 'In a tooltip', modal: 'In a dialog' },
    }),
    title_display: dropdown('Show the title', { choices: { heading: 'As a heading', label: 'As a label', none: 'Not at all' } }),
    css_classes: string('CSS classes'),
    image: image('Image'),
    show_in_overview: boolean('Show in the overview', { default: true }),
    as_product_title: boolean('Selection as product title', {
      platforms: shopPlatforms,
      default: false,
      help: 'Cart and order show the selection instead of the product title.',
    }),
    rules: rule('Rule', { help: 'Condition under which the question applies. Without a rule it always applies.' }),
    display_while_disabled: dropdown('While it does not apply', {
      choices: { hide: 'Hide it', grey_out: 'Grey it out' },
      default: 'hide',
    }),
    behavior_on_activation: dropdown('When it starts to apply', {
      choices: { none: 'Select nothing', select_default: 'Select the default', select_any: 'Select the first possible answer' },
      default: 'none',
    }),
    behavior_on_inconsistency: dropdown('When the chosen answer stops applying', {
      choices: {
        deselect: 'Deselect it',
        replace_with_default: 'Replace it with the default',
        replace_with_any: 'Replace it with the first possible answer',
      },
      default: 'deselect',
    }),
    behavior_on_changes: dropdown('Before its selection changes automatically', {
      choices: { silent: 'Change it without asking', confirm: 'Ask the shopper' },
      default: 'silent',
    }),
    calcmodel: calculation('Price calculation', { inBaseCurrency: true }),
    multiplicator: number('Multiplier', { scale: 8, default: 1, help: 'Multiplies the calculated price and weight.' }),
    calcmodel_recurring: calculation('Recurring price calculation', { inBaseCurrency: true }),
    calcmodel_weight: calculation('Weight calculation'),
    default_value: string('Default value', { length: selectionLength, lines: true, help: 'For questions without answers.' }),
    prefill_on_init: boolean('Prefill with the default value'),
    validate: boolean('Validate entries', { impliedBy: { properties: questionLimits, value: true } }),
    set_min_value: dropdown('Minimum value', { choices: limitSources, default: 'none' }),
    set_max_value: dropdown('Maximum value', { choices: limitSources, default: 'none' }),
    minval: decimal('Fixed minimum value', limit('set_min_value', 'static')),
    maxval: decimal('Fixed maximum value', limit('set_max_value', 'static')),
    calcmodel_id_min_val: calculation('Minimum value calculation', limit('set_min_value', 'calculated')),
    calcmodel_id_max_val: calculation('Maximum value calculation', limit('set_max_value', 'calculated')),
    unit: string('Unit', { translatable: true, oftenEqual: true, help: 'Shown after the entry, for example mm.' }),
    ...createCustomFields('element_custom', 'Custom field', [1, 2, 3, 4]),
    published: published(),
    ordering: ordering(),
  },
  async validate(scope: RegistryScope) {
    const { record } = scope
    const types = scope.registry.questionTypes
    const fixed = record.set_min_value === 'static' && record.set_max_value === 'static'
    return [
      ...(fixed ? checkRange(record, 'minval', 'maxval', ['Fixed minimum value', 'Fixed maximum value']) : []),
      ...(await checkRecordLoop(scope)),
      ...(types.get(String(record.question_type))?.checkSettings?.(record) ?? []),
    ]
  },
  // Nothing refers to a new question yet.
  isAlone: () => true,
  beforeDelete: removeConfigurationsOfQuestion,
})
