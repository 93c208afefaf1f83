// Generated from the registry; do not edit. Change the entities and run `npm run generate`.
import type * as T from '../types/entities.js'

/** Every entity with what its collection gives and takes. */
export interface Entities {
  'product': {
    readonly row: T.ProductListRow
    readonly record: T.ProductRead
    readonly write: T.ProductWrite
    readonly filter: 'label' | 'sku' | 'published' | 'tax_class_id' | 'search'
    readonly sort: 'id' | 'title' | 'sku' | 'published' | 'baseprice' | 'tax_class_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: 'image' | 'image_2' | 'image_3' | 'image_4' | 'image_5' | 'image_6' | 'visualization_image'
    readonly kept: never
  }
  'page': {
    readonly row: T.PageListRow
    readonly record: T.PageRead
    readonly write: T.PageWrite
    readonly filter: 'label' | 'product_id' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'product_id' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'question': {
    readonly row: T.QuestionListRow
    readonly record: T.QuestionRead
    readonly write: T.QuestionWrite
    readonly filter: 'page_id' | 'question_type' | 'required' | 'published' | 'search' | 'product_id'
    readonly sort: 'id' | 'title' | 'internal_name' | 'page_id' | 'question_type' | 'required' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: 'image'
    readonly kept: never
  }
  'answer': {
    readonly row: T.AnswerListRow
    readonly record: T.AnswerRead
    readonly write: T.AnswerWrite
    readonly filter: 'sku' | 'question_id' | 'default' | 'published' | 'search' | 'product_id'
    readonly sort: 'id' | 'title' | 'internal_name' | 'question_id' | 'sku' | 'default' | 'price' | 'weight' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: 'picker_image' | 'image' | 'visualization_image'
    readonly kept: never
  }
  'product-list': {
    readonly row: T.ProductListListRow
    readonly record: T.ProductListRead
    readonly write: T.ProductListWrite
    readonly filter: 'label' | 'parent_id' | 'product_sorting' | 'in_navigation' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'parent_id' | 'product_sorting' | 'in_navigation' | 'published'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: 'image'
    readonly kept: never
  }
  'product-list-assignment': {
    readonly row: T.ProductListAssignmentListRow
    readonly record: T.ProductListAssignmentRead
    readonly write: T.ProductListAssignmentWrite
    readonly filter: 'product_id' | 'product_list_id'
    readonly sort: 'id' | 'product_id' | 'product_list_id' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'calculation': {
    readonly row: T.CalculationListRow
    readonly record: T.CalculationRead
    readonly write: T.CalculationWrite
    readonly filter: 'name' | 'price_unit' | 'product_id' | 'type' | 'search'
    readonly sort: 'id' | 'name' | 'product_id' | 'type'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'calculation-formula': {
    readonly row: T.CalculationFormulaListRow
    readonly record: T.CalculationFormulaRead
    readonly write: T.CalculationFormulaWrite
    readonly filter: 'calculation_id' | 'product_id'
    readonly sort: 'id' | 'calculation_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'calculation-matrix': {
    readonly row: T.CalculationMatrixListRow
    readonly record: T.CalculationMatrixRead
    readonly write: T.CalculationMatrixWrite
    readonly filter: 'calculation_id' | 'lookup' | 'product_id'
    readonly sort: 'id' | 'calculation_id' | 'lookup'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'calculation-code': {
    readonly row: T.CalculationCodeListRow
    readonly record: T.CalculationCodeRead
    readonly write: T.CalculationCodeWrite
    readonly filter: 'calculation_id' | 'product_id'
    readonly sort: 'id' | 'calculation_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'variant-table': {
    readonly row: T.VariantTableListRow
    readonly record: T.VariantTableRead
    readonly write: T.VariantTableWrite
    readonly filter: 'name' | 'product_id' | 'mode' | 'published' | 'search'
    readonly sort: 'id' | 'name' | 'product_id' | 'mode' | 'published'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'product-detail-pane': {
    readonly row: T.ProductDetailPaneListRow
    readonly record: T.ProductDetailPaneRead
    readonly write: T.ProductDetailPaneWrite
    readonly filter: 'product_id' | 'search'
    readonly sort: 'id' | 'heading' | 'product_id' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: 'icon'
    readonly kept: never
  }
  'example': {
    readonly row: T.ExampleListRow
    readonly record: T.ExampleRead
    readonly write: T.ExampleWrite
    readonly filter: 'product_id' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'product_id' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'settings': {
    readonly row: T.SettingsListRow
    readonly record: T.SettingsRead
    readonly write: T.SettingsWrite
    readonly filter: 'language_tag' | 'default_country_id' | 'default_customer_group_id' | 'search'
    readonly sort: 'id' | 'language_tag' | 'weight_unit' | 'default_country_id' | 'default_customer_group_id'
    readonly operation: 'list' | 'read' | 'update'
    readonly file: 'theme_favicon' | 'theme_hero'
    readonly kept: never
  }
  'store': {
    readonly row: T.StoreListRow
    readonly record: T.StoreRead
    readonly write: T.StoreWrite
    readonly filter: 'email_sales' | 'email_support' | 'country_id' | 'search'
    readonly sort: 'id' | 'name' | 'city' | 'country_id' | 'email_sales'
    readonly operation: 'list' | 'read' | 'update'
    readonly file: 'logo'
    readonly kept: never
  }
  'content-page': {
    readonly row: T.ContentPageListRow
    readonly record: T.ContentPageRead
    readonly write: T.ContentPageWrite
    readonly filter: 'label' | 'kind' | 'in_footer' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'kind' | 'in_footer' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'currency': {
    readonly row: T.CurrencyListRow
    readonly record: T.CurrencyRead
    readonly write: T.CurrencyWrite
    readonly filter: 'code' | 'is_base' | 'is_default' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'code' | 'symbol' | 'multiplicator' | 'is_base' | 'is_default' | 'published'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'tax-class': {
    readonly row: T.TaxClassListRow
    readonly record: T.TaxClassRead
    readonly write: T.TaxClassWrite
    readonly filter: 'search'
    readonly sort: 'id' | 'title' | 'default_rate'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'tax-rate': {
    readonly row: T.TaxRateListRow
    readonly record: T.TaxRateRead
    readonly write: T.TaxRateWrite
    readonly filter: 'code' | 'tax_class_id' | 'country_id' | 'state_id' | 'county_id' | 'city_id' | 'search'
    readonly sort: 'id' | 'tax_class_id' | 'country_id' | 'state_id' | 'county_id' | 'city_id' | 'rate' | 'code'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'shipper': {
    readonly row: T.ShipperListRow
    readonly record: T.ShipperRead
    readonly write: T.ShipperWrite
    readonly filter: 'search'
    readonly sort: 'id' | 'title'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'zone': {
    readonly row: T.ZoneListRow
    readonly record: T.ZoneRead
    readonly write: T.ZoneWrite
    readonly filter: 'search'
    readonly sort: 'id' | 'title'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'shipping-method': {
    readonly row: T.ShippingMethodListRow
    readonly record: T.ShippingMethodRead
    readonly write: T.ShippingMethodWrite
    readonly filter: 'shipper_id' | 'zone_id' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'shipper_id' | 'zone_id' | 'min_weight' | 'max_weight' | 'price' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'payment-method': {
    readonly row: T.PaymentMethodListRow
    readonly record: T.PaymentMethodRead
    readonly write: T.PaymentMethodWrite
    readonly filter: 'connector' | 'published' | 'search'
    readonly sort: 'id' | 'title' | 'connector' | 'price' | 'percentage' | 'published' | 'ordering'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'salutation': {
    readonly row: T.SalutationListRow
    readonly record: T.SalutationRead
    readonly write: T.SalutationWrite
    readonly filter: 'search'
    readonly sort: 'id' | 'title' | 'gender'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'notification': {
    readonly row: T.NotificationListRow
    readonly record: T.NotificationRead
    readonly write: T.NotificationWrite
    readonly filter: 'status' | 'send_customer' | 'send_manager' | 'search'
    readonly sort: 'id' | 'name' | 'status' | 'send_customer' | 'send_manager'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'country': {
    readonly row: T.CountryListRow
    readonly record: T.CountryRead
    readonly write: T.CountryWrite
    readonly filter: 'iso2' | 'iso3' | 'vat_free' | 'in_eu_vat_area' | 'published' | 'search'
    readonly sort: 'id' | 'name' | 'iso2' | 'iso3' | 'vat_free' | 'in_eu_vat_area' | 'published'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'state': {
    readonly row: T.StateListRow
    readonly record: T.StateRead
    readonly write: T.StateWrite
    readonly filter: 'code' | 'country_id' | 'search'
    readonly sort: 'id' | 'name' | 'country_id' | 'code'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'county': {
    readonly row: T.CountyListRow
    readonly record: T.CountyRead
    readonly write: T.CountyWrite
    readonly filter: 'state_id' | 'search'
    readonly sort: 'id' | 'name' | 'state_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'city': {
    readonly row: T.CityListRow
    readonly record: T.CityRead
    readonly write: T.CityWrite
    readonly filter: 'county_id' | 'search'
    readonly sort: 'id' | 'name' | 'county_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'customer': {
    readonly row: T.CustomerListRow
    readonly record: T.CustomerRead
    readonly write: T.CustomerWrite
    readonly filter: 'email' | 'customer_group_id' | 'is_temporary' | 'search'
    readonly sort: 'id' | 'email' | 'first_name' | 'last_name' | 'company' | 'customer_group_id' | 'is_temporary'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'address': {
    readonly row: T.AddressListRow
    readonly record: T.AddressRead
    readonly write: T.AddressWrite
    readonly filter: 'customer_id' | 'party_id' | 'kind' | 'country_id' | 'search'
    readonly sort: 'id' | 'customer_id' | 'party_id' | 'kind' | 'last_name' | 'company' | 'zip' | 'city' | 'country_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'party': {
    readonly row: T.PartyListRow
    readonly record: T.PartyRead
    readonly write: T.PartyWrite
    readonly filter: 'kind' | 'search'
    readonly sort: 'id' | 'name' | 'kind' | 'vat_id'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'review': {
    readonly row: T.ReviewListRow
    readonly record: T.ReviewRead
    readonly write: T.ReviewWrite
    readonly filter: 'product_id' | 'language_tag' | 'published' | 'search'
    readonly sort: 'id' | 'product_id' | 'name' | 'rating' | 'language_tag' | 'published'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'customer-group': {
    readonly row: T.CustomerGroupListRow
    readonly record: T.CustomerGroupRead
    readonly write: T.CustomerGroupWrite
    readonly filter: 'b2b_mode' | 'may_see_prices' | 'may_order' | 'may_save' | 'may_request_quote' | 'search'
    readonly sort: 'id' | 'title' | 'b2b_mode' | 'may_see_prices' | 'may_order' | 'may_save' | 'may_request_quote'
    readonly operation: 'list' | 'read' | 'create' | 'update' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'configuration': {
    readonly row: T.ConfigurationListRow
    readonly record: T.ConfigurationRead
    readonly write: T.ConfigurationWrite
    readonly filter: 'product_id' | 'customer_id' | 'state' | 'language_tag' | 'created_from' | 'created_to' | 'changed_from' | 'changed_to'
    readonly sort: 'id' | 'product_id' | 'customer_id' | 'state' | 'language_tag' | 'created' | 'changed'
    readonly operation: 'list' | 'read' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'cart': {
    readonly row: T.CartListRow
    readonly record: T.CartRead
    readonly write: T.CartWrite
    readonly filter: 'customer_id' | 'currency_id' | 'state' | 'created_from' | 'created_to' | 'changed_from' | 'changed_to'
    readonly sort: 'id' | 'customer_id' | 'currency_id' | 'state' | 'created' | 'changed'
    readonly operation: 'list' | 'read' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'cart-position': {
    readonly row: T.CartPositionListRow
    readonly record: T.CartPositionRead
    readonly write: T.CartPositionWrite
    readonly filter: 'cart_id' | 'configuration_id'
    readonly sort: 'id' | 'cart_id' | 'configuration_id' | 'quantity' | 'ordering'
    readonly operation: 'list' | 'read' | 'delete'
    readonly file: never
    readonly kept: never
  }
  'sales-order': {
    readonly row: T.SalesOrderListRow
    readonly record: T.SalesOrderRead
    readonly write: T.SalesOrderWrite
    readonly filter: 'status' | 'payment_state' | 'fulfilment_state' | 'customer_id' | 'created_from' | 'created_to' | 'placed_from' | 'placed_to' | 'search'
    readonly sort: 'id' | 'number' | 'status' | 'payment_state' | 'fulfilment_state' | 'customer_id' | 'currency_code' | 'gross' | 'created' | 'placed'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: 'logo'
  }
  'order-address': {
    readonly row: T.OrderAddressListRow
    readonly record: T.OrderAddressRead
    readonly write: T.OrderAddressWrite
    readonly filter: 'sales_order_id' | 'kind' | 'search'
    readonly sort: 'id' | 'sales_order_id' | 'kind' | 'last_name' | 'company' | 'zip' | 'city' | 'country'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'order-line': {
    readonly row: T.OrderLineListRow
    readonly record: T.OrderLineRead
    readonly write: T.OrderLineWrite
    readonly filter: 'sales_order_id' | 'search' | 'product_id'
    readonly sort: 'id' | 'sales_order_id' | 'title' | 'sku' | 'quantity' | 'net' | 'gross'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: 'picture' | `answer:${number}` | `layer:${number}` | `question:${number}`
  }
  'order-line-config': {
    readonly row: T.OrderLineConfigListRow
    readonly record: T.OrderLineConfigRead
    readonly write: T.OrderLineConfigWrite
    readonly filter: 'order_line_id' | 'search'
    readonly sort: 'id' | 'order_line_id' | 'question_title' | 'answer_title' | 'entry' | 'net' | 'ordering'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'order-tax-rate': {
    readonly row: T.OrderTaxRateListRow
    readonly record: T.OrderTaxRateRead
    readonly write: T.OrderTaxRateWrite
    readonly filter: 'sales_order_id' | 'search'
    readonly sort: 'id' | 'sales_order_id' | 'rate' | 'code' | 'net' | 'tax'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'quote': {
    readonly row: T.QuoteListRow
    readonly record: T.QuoteRead
    readonly write: T.QuoteWrite
    readonly filter: 'status' | 'customer_id' | 'created_from' | 'created_to' | 'valid_until_from' | 'valid_until_to' | 'search'
    readonly sort: 'id' | 'number' | 'status' | 'customer_id' | 'currency_code' | 'gross' | 'created' | 'valid_until'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: 'logo'
  }
  'quote-line': {
    readonly row: T.QuoteLineListRow
    readonly record: T.QuoteLineRead
    readonly write: T.QuoteLineWrite
    readonly filter: 'quote_id' | 'search' | 'product_id'
    readonly sort: 'id' | 'quote_id' | 'title' | 'sku' | 'quantity' | 'net' | 'gross'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: 'picture' | `answer:${number}` | `layer:${number}` | `question:${number}`
  }
  'quote-line-config': {
    readonly row: T.QuoteLineConfigListRow
    readonly record: T.QuoteLineConfigRead
    readonly write: T.QuoteLineConfigWrite
    readonly filter: 'quote_line_id' | 'search'
    readonly sort: 'id' | 'quote_line_id' | 'question_title' | 'answer_title' | 'entry' | 'net' | 'ordering'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'quote-tax-rate': {
    readonly row: T.QuoteTaxRateListRow
    readonly record: T.QuoteTaxRateRead
    readonly write: T.QuoteTaxRateWrite
    readonly filter: 'quote_id' | 'search'
    readonly sort: 'id' | 'quote_id' | 'rate' | 'code' | 'net' | 'tax'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'invoice': {
    readonly row: T.InvoiceListRow
    readonly record: T.InvoiceRead
    readonly write: T.InvoiceWrite
    readonly filter: 'number' | 'sales_order_id' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'sales_order_id' | 'number' | 'gross' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'credit-note': {
    readonly row: T.CreditNoteListRow
    readonly record: T.CreditNoteRead
    readonly write: T.CreditNoteWrite
    readonly filter: 'number' | 'sales_order_id' | 'invoice_id' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'sales_order_id' | 'invoice_id' | 'number' | 'gross' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'payment': {
    readonly row: T.PaymentListRow
    readonly record: T.PaymentRead
    readonly write: T.PaymentWrite
    readonly filter: 'connector' | 'reference' | 'sales_order_id' | 'status' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'sales_order_id' | 'connector' | 'reference' | 'status' | 'amount' | 'currency_code' | 'remark' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'payment-event': {
    readonly row: T.PaymentEventListRow
    readonly record: T.PaymentEventRead
    readonly write: T.PaymentEventWrite
    readonly filter: 'connector' | 'event_id' | 'payment_id' | 'at_from' | 'at_to' | 'source' | 'status' | 'search'
    readonly sort: 'id' | 'payment_id' | 'at' | 'source' | 'status' | 'amount' | 'currency_code' | 'message'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'shipment': {
    readonly row: T.ShipmentListRow
    readonly record: T.ShipmentRead
    readonly write: T.ShipmentWrite
    readonly filter: 'number' | 'tracking_code' | 'sales_order_id' | 'shipped_from' | 'shipped_to' | 'delivered_from' | 'delivered_to' | 'cancelled_from' | 'cancelled_to' | 'search'
    readonly sort: 'id' | 'sales_order_id' | 'number' | 'carrier' | 'tracking_code' | 'shipped' | 'delivered' | 'cancelled'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'chat-conversation': {
    readonly row: T.ChatConversationListRow
    readonly record: T.ChatConversationRead
    readonly write: T.ChatConversationWrite
    readonly filter: 'customer_id' | 'language_tag' | 'started_from' | 'started_to' | 'last_activity_from' | 'last_activity_to'
    readonly sort: 'id' | 'customer_id' | 'language_tag' | 'started' | 'last_activity'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'chat-turn': {
    readonly row: T.ChatTurnListRow
    readonly record: T.ChatTurnRead
    readonly write: T.ChatTurnWrite
    readonly filter: 'chat_conversation_id' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'chat_conversation_id' | 'role' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'chat-event': {
    readonly row: T.ChatEventListRow
    readonly record: T.ChatEventRead
    readonly write: T.ChatEventWrite
    readonly filter: 'chat_conversation_id' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'chat_conversation_id' | 'kind' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'chat-recommendation': {
    readonly row: T.ChatRecommendationListRow
    readonly record: T.ChatRecommendationRead
    readonly write: T.ChatRecommendationWrite
    readonly filter: 'chat_conversation_id' | 'product_id' | 'created_from' | 'created_to'
    readonly sort: 'id' | 'chat_conversation_id' | 'product_id' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'chat-outreach': {
    readonly row: T.ChatOutreachListRow
    readonly record: T.ChatOutreachRead
    readonly write: T.ChatOutreachWrite
    readonly filter: 'chat_conversation_id' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'chat_conversation_id' | 'channel' | 'status' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
  'chat-review': {
    readonly row: T.ChatReviewListRow
    readonly record: T.ChatReviewRead
    readonly write: T.ChatReviewWrite
    readonly filter: 'chat_conversation_id' | 'created_from' | 'created_to' | 'search'
    readonly sort: 'id' | 'chat_conversation_id' | 'model' | 'created'
    readonly operation: 'list' | 'read'
    readonly file: never
    readonly kept: never
  }
}
