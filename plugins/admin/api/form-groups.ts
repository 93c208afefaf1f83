// The sections of long forms: their names and the order of their fields, by entity.

interface FormGroup {
  readonly name: string
  readonly label: string
  readonly fields: readonly string[]
}

const createCustomGroup = (name: string, count: number): FormGroup => ({
  name: 'custom',
  label: 'Custom fields',
  fields: Array.from({ length: count }, (_, index) => `${name}_${index + 1}`),
})

/** The five levels of a discount, one after the other. */
const listDiscountFields = (prefix: string): readonly string[] =>
  [1, 2, 3, 4, 5].flatMap((level) => ['start', 'type', 'value', 'title'].map((part) => `${prefix}_${part}_${level}`))

const galleryImages = [2, 3, 4, 5, 6].map((number) => `image_${number}`)

/**
 * By entity, fields in display order. Fields without a group, such as fields of customizations and question types, go into the general
 * group. Pictures without a group go into `files`.
 */
export const formGroups: Readonly<Record<string, readonly FormGroup[]>> = {
  product: [
    { name: 'general', label: 'General', fields: ['title', 'sku', 'description', 'longdescription', 'label'] },
    {
      name: 'prices',
      label: 'Prices',
      fields: ['tax_class_id', 'baseprice', 'was_price', 'baseprice_overrides', 'custom_price_text', 'unpriced'],
    },
    {
      name: 'files',
      label: 'Pictures and files',
      fields: ['image', 'image_focus', ...galleryImages, 'visualization_type', 'visualization_image'],
    },
    {
      name: 'quantities',
      label: 'Quantity, weight and delivery',
      fields: ['min_quantity', 'max_quantity', 'quantity_step', 'baseweight', 'dispatch_time'],
    },
    {
      name: 'recurring',
      label: 'Recurring prices',
      fields: [
        'use_recurring_pricing',
        'baseprice_recurring',
        'was_price_recurring',
        'baseprice_recurring_overrides',
        'tax_class_recurring_id',
        'pricelabel',
        'pricelabel_recurring',
        'recurring_interval',
      ],
    },
    {
      name: 'shown',
      label: 'Display in the shop',
      fields: [
        'show_buy_button',
        'enable_reviews',
        'page_nav_tabs',
        'page_nav_block_on_missing',
        'price_overview_net',
        'price_overview_taxes',
        'price_overview_questions',
        'guidance',
        'twin',
      ],
    },
    createCustomGroup('product_custom', 6),
  ],
  question: [
    { name: 'general', label: 'General', fields: ['page_id', 'title', 'question_type', 'required', 'description'] },
    {
      name: 'entries',
      label: 'Entries and limits',
      fields: [
        'unit',
        'set_min_value',
        'minval',
        'calcmodel_id_min_val',
        'set_max_value',
        'maxval',
        'calcmodel_id_max_val',
        'default_value',
        'prefill_on_init',
        'validate',
      ],
    },
    {
      name: 'rules',
      label: 'Conditions',
      fields: ['rules', 'display_while_disabled', 'behavior_on_activation', 'behavior_on_inconsistency', 'behavior_on_changes'],
    },
    {
      name: 'prices',
      label: 'Price and weight',
      fields: ['calcmodel', 'multiplicator', 'calcmodel_recurring', 'calcmodel_weight'],
    },
    {
      name: 'shown',
      label: 'Display in the shop',
      fields: ['title_display', 'description_display', 'answer_display', 'show_in_overview', 'as_product_title', 'css_classes'],
    },
    { name: 'files', label: 'Pictures and files', fields: ['image'] },
    createCustomGroup('element_custom', 4),
  ],
  answer: [
    { name: 'general', label: 'General', fields: ['question_id', 'title', 'sku', 'default', 'description'] },
    {
      name: 'prices',
      label: 'Price and weight',
      fields: [
        'price',
        'was_price',
        'calcmodel',
        'price_overrides',
        'price_calculation_overrides',
        'weight',
        'calcmodel_weight',
        'price_recurring',
        'calcmodel_recurring',
        'price_recurring_overrides',
      ],
    },
    { name: 'rules', label: 'Conditions', fields: ['rules', 'display_while_disabled'] },
    {
      name: 'files',
      label: 'Pictures and files',
      fields: ['picker_image', 'picker_image_focus', 'image', 'image_focus', 'visualization_image', 'visualization_stacking'],
    },
    { name: 'stock', label: 'Availability', fields: ['available', 'availability_date', 'disable_non_available'] },
    {
      name: 'custom',
      label: 'Custom fields',
      fields: [...createCustomGroup('assignment_custom', 4).fields, ...createCustomGroup('option_custom', 4).fields],
    },
  ],
  'customer-group': [
    {
      name: 'general',
      label: 'General',
      fields: ['title', 'b2b_mode', 'may_see_prices', 'may_order', 'may_save', 'may_request_quote'],
    },
    { name: 'discounts', label: 'Discounts', fields: listDiscountFields('discount') },
    { name: 'recurring-discounts', label: 'Recurring discounts', fields: listDiscountFields('discount_recurring') },
    createCustomGroup('custom', 4),
  ],
  customer: [
    {
      name: 'general',
      label: 'General',
      fields: ['email', 'salutation_id', 'first_name', 'last_name', 'company', 'vat_id', 'phone', 'language_tag'],
    },
    createCustomGroup('custom', 4),
  ],
  notification: [
    { name: 'general', label: 'General', fields: ['name', 'status', 'attachment'] },
    { name: 'customer', label: 'E-mail to the customer', fields: ['send_customer', 'subject', 'body'] },
    { name: 'shop', label: 'E-mail to the shop', fields: ['send_manager', 'manager_subject', 'manager_body'] },
  ],
  settings: [
    {
      name: 'places',
      label: 'Languages and places',
      fields: ['language_tag', 'active_languages', 'time_zone', 'weight_unit', 'default_country_id', 'default_customer_group_id'],
    },
    {
      name: 'checkout',
      label: 'Checkout, orders and quotes',
      fields: [
        'disable_delivery',
        'explicit_agreement_terms',
        'customer_cancellation',
        'cart_lifetime_hours',
        'order_draft_lifetime_hours',
        'quote_validity_days',
      ],
    },
    {
      name: 'numbers',
      label: 'Invoices and numbers',
      fields: [
        'enable_invoicing',
        'order_prefix',
        'order_start',
        'invoice_prefix',
        'invoice_start',
        'credit_note_prefix',
        'credit_note_start',
      ],
    },
    {
      name: 'shown',
      label: 'Display in the shop',
      fields: [
        'enable_reviews',
        'page_nav_tabs',
        'page_nav_block_on_missing',
        'price_overview_net',
        'price_overview_taxes',
        'price_overview_questions',
      ],
    },
    {
      name: 'advisor',
      label: 'Advisor',
      fields: [
        'advisor_enabled',
        'advisor_vendor',
        'advisor_base_url',
        'advisor_model',
        'advisor_api_key',
        'advisor_auto_analyze',
        'advisor_retention_days',
      ],
    },
  ],
}
