// A small product that contains every reason to reject or automatically change a selection.
import type { App } from '../../../core/app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'

export interface Lamp {
  readonly product: number
  readonly pages: { readonly look: number; readonly more: number }
  /** Radiobuttons: red (default), green, blue (not available), pink (only with the dimmer). */
  readonly colour: number
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly pink: number
  /** Textbox, whole numbers from 10 to 200, required. */
  readonly height: number
  /** Radiobuttons that apply only to a green lamp. The default is selected when the question starts to apply. */
  readonly shade: number
  readonly plain: number
  readonly pleated: number
  /** Checkbox. */
  readonly dimmer: number
  readonly dimmed: number
  /** Dropdown that replaces an invalid answer by the first possible one. `gold` applies only to a red lamp. */
  readonly base: number
  readonly gold: number
  readonly steel: number
  /** Prefilled textbox that applies unless the height is 99. Asks for confirmation before it is cleared. */
  readonly engraving: number
  /** height × 2 */
  readonly doubled: number
}

export async function authorLamp(app: App): Promise<Lamp> {
  const author = createCatalogAuthor(app)
  const product = await author.product('Lamp', { baseprice: 100, baseweight: 2 })
  const look = await author.page(product, 'Look')
  const more = await author.page(product, 'More')
  const colour = await author.question(look, 'Colour', 'Radiobuttons', { required: true })
  const red = await author.answer(colour, 'Red', { default: true })
  const green = await author.answer(colour, 'Green', { price: 15, weight: 0.5 })
  const blue = await author.answer(colour, 'Blue', { available: false })
  const limits = { set_min_value: 'static', minval: 10, set_max_value: 'static', maxval: 200 }
  const height = await author.question(look, 'Height', 'Textbox', {
    ...limits,
    required: true,
    validate: true,
    input_restriction: 'integer',
    unit_en_GB: 'cm',
    unit_de_DE: 'cm',
  })
  const shade = await author.question(more, 'Shade', 'Radiobuttons', {
    required: true,
    rules: { question: colour, operator: '==', value: green },
    behavior_on_activation: 'select_default',
  })
  const plain = await author.answer(shade, 'Plain')
  const pleated = await author.answer(shade, 'Pleated', { default: true, price: 5 })
  const dimmer = await author.question(more, 'Dimmer', 'Checkbox')
  const dimmed = await author.answer(dimmer, 'With dimmer', { price: 20 })
  const pink = await author.answer(colour, 'Pink', { rules: { question: dimmer, operator: '==', value: dimmed } })
  const base = await author.question(more, 'Base', 'Dropdown', { behavior_on_inconsistency: 'replace_with_any' })
  const gold = await author.answer(base, 'Gold', { price: 50, rules: { question: colour, operator: '==', value: red } })
  const steel = await author.answer(base, 'Steel', { price: 8 })
  const engraving = await author.question(more, 'Engraving', 'Textbox', {
    rules: { question: height, operator: '!=', value: 99 },
    behavior_on_changes: 'confirm',
    default_value: 'Hello',
    prefill_on_init: true,
  })
  const terms = [{ question: height }, { operator: '*' }, { number: 2 }]
  const doubled = await author.calculation(product, 'Doubled', 'formula', { terms })
  const pages = { look, more }
  return {
    product,
    pages,
    colour,
    red,
    green,
    blue,
    pink,
    height,
    shade,
    plain,
    pleated,
    dimmer,
    dimmed,
    base,
    gold,
    steel,
    engraving,
    doubled,
  }
}
