// Reply schemas of the published catalogue.
import {
  choice,
  extendShape,
  figure,
  flag,
  listOf,
  maybe,
  withName,
  nullable,
  object,
  text,
  whole,
} from '../../model/verb/shape.js'
import { amountShape, shopShape } from '../shape.js'

const focusHelp =
  'The point that stays visible when the picture is cropped, from the left and from the top: `30% 60%`. Default: the middle.'

export const summaryShape = withName(
  'ProductSummary',
  object({
    id: whole(),
    label: text(),
    title: text(),
    description: text(),
    sku: nullable(text()),
    price: nullable(amountShape, 'The base price of the product. null if the shopper may not see prices.'),
    from_price: nullable(amountShape, 'Price of the cheapest complete configuration. null if it is not proven or not yet known.'),
    price_label: text(),
    custom_price_text: text("Text shown instead of the price. '' for none."),
    image: nullable(text()),
    image_focus: maybe(text(focusHelp)),
  }),
)

export const answerShape = withName(
  'AnswerView',
  object({
    id: whole(),
    title: text(),
    sku: nullable(text()),
    description: text(),
    display_while_disabled: choice('hide', 'grey_out'),
    available: flag(),
    availability_date: nullable(text(), 'ISO 8601. The time from which an unavailable answer is available.'),
    price: nullable(amountShape, 'Its fixed price. null if there is none, it is calculated, or the shopper may not see prices.'),
    price_recurring: nullable(amountShape),
    picker_image: nullable(text(), 'Names of pictures. `products/{product}/pictures/{name}` returns the file.'),
    picker_image_focus: maybe(text(focusHelp)),
    image: nullable(text()),
    image_focus: maybe(text()),
    visualization_image: nullable(text()),
    visualization_stacking: figure(),
  }),
)

export const questionShape = withName(
  'QuestionView',
  object(
    {
      id: whole(),
      title: text(),
      question_type: text(),
      description: text(),
      description_display: text(),
      title_display: text(),
      css_classes: text(),
      image: nullable(text()),
      display_while_disabled: choice('hide', 'grey_out'),
      show_in_overview: flag(),
      unit: text(),
      answers: listOf(answerShape, 'Empty if the type of the question has no answers.'),
    },
    true,
  ),
)

export const pageShape = withName(
  'PageView',
  object({ id: whole(), title: text(), description: text(), css_classes: text(), questions: listOf(questionShape) }),
)

export const exampleShape = withName(
  'ExampleView',
  object({
    id: whole(),
    title: text(),
    description: text(),
    selections: listOf(object({ question_id: whole(), value: nullable(text()) })),
  }),
)

export const productShape = withName(
  'ProductView',
  extendShape(summaryShape, {
    longdescription: text(),
    catalog_version: whole(),
    was_price: nullable(amountShape),
    recurring: nullable(object({ label: text(), interval: text() })),
    dispatch_time: nullable(figure()),
    show_buy_button: flag(),
    min_quantity: whole(),
    max_quantity: whole(),
    quantity_step: whole(),
    guidance: choice('off', 'mark', 'hide'),
    page_nav_tabs: flag(),
    page_nav_block_on_missing: flag(),
    price_overview_net: flag(),
    price_overview_taxes: flag(),
    price_overview_questions: flag(),
    weight_unit: text(),
    examples: listOf(exampleShape, 'Saved configurations to start from.'),
    detail_panes: listOf(object({ heading: text(), content: text() })),
    visualization_image: nullable(text(), 'The bottom layer of the composed picture.'),
    gallery: listOf(text(), "Names of further pictures. With a composed picture, the product's own picture is the first."),
    pages: listOf(pageShape),
  }),
)

export const productListShape = withName(
  'ProductList',
  object({
    shop: shopShape,
    products: listOf(summaryShape),
    total: whole('The number of published products, including products that are not in this list.'),
  }),
)

export const facetShape = withName(
  'FacetView',
  object({
    field: text('The name of the product field.'),
    title: text(),
    kind: choice('choice', 'yes_no'),
    choices: listOf(
      object({ value: text(), title: text(), count: whole() }),
      'At most 30 values, each with the number of products that it would show.',
    ),
  }),
)

export const filterShape = withName(
  'FilterView',
  object({
    price: nullable(object({ least: figure(), most: figure() }), 'Lowest and highest price. null if no product has a price.'),
    available: whole('Number of products that shoppers can put into their cart.'),
    facets: listOf(facetShape, 'Empty unless a product list with facets is selected.'),
  }),
)

export const productSearchShape = withName(
  'ProductSearch',
  extendShape(productListShape, {
    filters: filterShape,
    suggestions: listOf(text(), 'Other queries that find products, if this one finds none.'),
  }),
)

export const productReplyShape = withName('Product', object({ shop: shopShape, product: productShape }))
