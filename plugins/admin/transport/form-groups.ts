// Forms that are too long to be read in one piece: which fields stand together under which heading.

export interface FormGroup {
  readonly name: string
  readonly label: string
  readonly fields: readonly string[]
}

/** By entity. A field that stands in none of its groups, as those of customizations, stands with the general ones. */
export const formGroups: Readonly<Record<string, readonly FormGroup[]>> = {
  settings: [
    {
      name: 'places',
      label: 'Languages and places',
      fields: ['language_tag', 'active_languages', 'weight_unit', 'default_country_id', 'default_customer_group_id'],
    },
    {
      name: 'checkout',
      label: 'Checkout, invoices and quotes',
      fields: [
        ...['disable_delivery', 'explicit_agreement_terms', 'enable_invoicing', 'invoice_prefix', 'invoice_start'],
        ...['cart_lifetime_hours', 'order_draft_lifetime_hours', 'quote_validity_days'],
      ],
    },
    {
      name: 'shown',
      label: 'What shoppers see',
      fields: [
        ...['enable_reviews', 'page_nav_tabs', 'page_nav_block_on_missing'],
        ...['price_overview_net', 'price_overview_taxes', 'price_overview_questions'],
      ],
    },
    {
      name: 'advisor',
      label: 'Advisor',
      fields: [
        ...['advisor_enabled', 'advisor_vendor', 'advisor_base_url', 'advisor_model', 'advisor_api_key'],
        ...['advisor_auto_analyze', 'advisor_retention_days'],
      ],
    },
  ],
}
