// Generated from the verbs of the registry; do not edit. Run `npm run generate`.

export type Acceptance = { readonly asks_for_billing: boolean; readonly asks_for_delivery: boolean; readonly asks_for_payment: boolean; readonly payment_methods: readonly { readonly id: number; readonly title: string; readonly description: string; readonly connector: string }[]; readonly asks_for_terms: boolean }

export type Address = Readonly<Record<string, unknown>>

export type Advisor = { readonly available: boolean; readonly scripted: boolean; readonly consent: string; readonly longest_message: number }

export type Amount = { readonly net: number; readonly tax: number; readonly gross: number }

export type AnswerState = { readonly id: number; readonly question_id: number; readonly applies: boolean; readonly ownRule: boolean; readonly selectable: boolean }

export type AnswerView = { readonly id: number; readonly title: string; readonly sku: string | null; readonly description: string; readonly display_while_disabled: 'hide' | 'grey_out'; readonly available: boolean; readonly availability_date: string | null; readonly price: Amount | null; readonly price_recurring: Amount | null; readonly picker_image: string | null; readonly picker_image_focus?: string; readonly image: string | null; readonly image_focus?: string; readonly visualization_image: string | null; readonly visualization_stacking: number }

export type AutomaticChange = { readonly question_id: number; readonly from: string | null; readonly to: string | null; readonly reason: 'started' | 'question_stopped' | 'answer_stopped' | 'catalog_changed' }

export type Blocked = { readonly code: 'MAY_NOT_ORDER' | 'PRICES_HIDDEN' | 'CURRENCY_NOT_OFFERED' | 'TOO_LARGE'; readonly message: string }

export type Cart = { readonly cart: string; readonly saved: boolean; readonly currency: Currency; readonly language: string; readonly country: string | null; readonly state: string | null; readonly note: string; readonly created: string; readonly changed: string; readonly expires: string | null; readonly positions: readonly Position[]; readonly gone: readonly { readonly id: number; readonly title: string; readonly message: string }[]; readonly totals: { readonly net: number; readonly tax: number; readonly gross: number; readonly discount: { readonly title: string | null; readonly net: number } | null; readonly rates: readonly { readonly rate: number; readonly code: string | null; readonly net: number; readonly tax: number }[]; readonly recurring: CartTotal; readonly estimate: Estimate } | null; readonly delivery: DeliveryPreview; readonly payment: PaymentPreview; readonly weight: number; readonly orderable: boolean; readonly blocked: readonly Blocked[] }

export type CartSummary = { readonly cart: string; readonly currency: string; readonly note: string; readonly positions: number; readonly created: string; readonly changed: string }

export type CartTotal = { readonly net: number; readonly tax: number; readonly gross: number; readonly discount: { readonly title: string | null; readonly net: number } | null; readonly rates: readonly { readonly rate: number; readonly code: string | null; readonly net: number; readonly tax: number }[] }

export type Checkout = { readonly checkout: string; readonly cart: string; readonly account: boolean; readonly language: string; readonly currency: Currency; readonly currencies: readonly Currency[]; readonly b2b: boolean; readonly email: string; readonly phone: string; readonly vat_id: string; readonly note: string; readonly billing: PlacedAddress | null; readonly delivery: PlacedAddress | null; readonly same_address: boolean; readonly positions: readonly Position[]; readonly asks_for_delivery: boolean; readonly shipping_methods: readonly DeliveryChoice[]; readonly shipping_method_id: number | null; readonly asks_for_payment: boolean; readonly payment_methods: readonly PaymentChoice[]; readonly payment_method_id: number | null; readonly asks_for_terms: boolean; readonly terms_agreed: boolean; readonly totals: CheckoutTotals | null; readonly weight: number; readonly weight_unit: string; readonly missing: readonly MissingAnswer[] }

export type CheckoutTotals = { readonly net: number; readonly tax: number; readonly gross: number; readonly discount: { readonly title: string | null; readonly net: number } | null; readonly rates: readonly { readonly rate: number; readonly code: string | null; readonly net: number; readonly tax: number }[]; readonly goods: Amount; readonly delivery: { readonly net: number; readonly tax: number; readonly gross: number; readonly title: string } | null; readonly payment: { readonly net: number; readonly tax: number; readonly gross: number; readonly title: string } | null; readonly recurring: CartTotal }

export type Configuration = { readonly configuration: string; readonly product_id: number; readonly revision: number; readonly can_undo: boolean; readonly can_redo: boolean; readonly read_only: boolean; readonly catalog_version: number; readonly questions: readonly QuestionState[]; readonly answers: readonly AnswerState[]; readonly missing: readonly Missing[]; readonly currency: Currency; readonly country: string | null; readonly state: string | null; readonly price: Price | null; readonly unit_price?: UnitPrice; readonly image?: string | null; readonly weight: number; readonly delivery_dates: DeliveryDates | null; readonly delivery_text: string | null; readonly refused: readonly RefusedEntry[]; readonly automatic: readonly AutomaticChange[]; readonly confirm?: Confirm; readonly answer_prices?: readonly { readonly answer_id: number; readonly price: Amount | null; readonly price_recurring: Amount | null }[]; readonly calculations?: readonly { readonly id: number; readonly value: number | null }[] }

export type Confirm = { readonly index: number; readonly question_id: number; readonly message: string; readonly changes: readonly AutomaticChange[] }

export type ConflictQuestion = { readonly question_id: number; readonly title: string; readonly text: string | null }

export type Conflicts = { readonly configuration: string; readonly question_id: number; readonly value: string; readonly minimal_conflicts: readonly (readonly ConflictQuestion[])[]; readonly minimum_corrections: readonly (readonly ConflictQuestion[])[]; readonly gave_up: boolean }

export type Conversation = { readonly conversation: string; readonly state: 'open' | 'person'; readonly language: string; readonly pending: number | null; readonly turns: readonly Turn[]; readonly facts: Facts | null }

export type Currency = { readonly code: string; readonly symbol: string; readonly decimals: number }

export type DeliveryChoice = { readonly net: number | null; readonly tax: number | null; readonly gross: number | null; readonly id: number; readonly title: string; readonly shipper: string; readonly days: number | null; readonly dates: DeliveryDates | null }

export type DeliveryDates = { readonly earliest: string; readonly latest: string; readonly text: string }

export type DeliveryOffer = { readonly id: number; readonly title: string; readonly shipper: string; readonly days: number | null; readonly dates: DeliveryDates | null; readonly price: Amount | null }

export type DeliveryPreview = { readonly required: boolean; readonly country: string | null; readonly methods: readonly DeliveryOffer[]; readonly message: string | null }

export type Document = { readonly net: number; readonly tax: number; readonly gross: number; readonly token: string; readonly number: number | null; readonly number_text: string; readonly status: string; readonly created: string; readonly placed: string | null; readonly valid_until: string | null; readonly language: string; readonly currency: Currency; readonly b2b: boolean; readonly email: string; readonly phone: string; readonly vat_id: string; readonly note: string; readonly terms_agreed: string | null; readonly terms: string; readonly shop: Letterhead; readonly billing: PostalAddress | null; readonly delivery_address: PostalAddress | null; readonly lines: readonly DocumentLine[]; readonly discount: { readonly title: string; readonly net: number } | null; readonly recurring_discount: { readonly title: string; readonly net: number } | null; readonly delivery: { readonly net: number; readonly tax: number; readonly gross: number; readonly title: string; readonly days: number | null; readonly total_days: number | null; readonly dates: DeliveryDates | null } | null; readonly payment: { readonly net: number; readonly tax: number; readonly gross: number; readonly title: string } | null; readonly payment_instructions: PaymentInstructions | null; readonly recurring: Amount; readonly rates: readonly { readonly recurring: boolean; readonly rate: number; readonly code: string; readonly net: number; readonly tax: number }[]; readonly weight: number; readonly weight_unit: string }

export type DocumentLine = { readonly net: number; readonly tax: number; readonly gross: number; readonly id: number; readonly product_id: number | null; readonly title: string; readonly sku: string; readonly image: string | null; readonly quantity: number; readonly unit_net: number; readonly net_before_discount: number; readonly tax_rate: number; readonly recurring: { readonly net: number; readonly tax: number; readonly gross: number; readonly net_before_discount: number; readonly tax_rate: number; readonly interval: string }; readonly weight: number; readonly note: string; readonly options: readonly { readonly question: string; readonly text: string; readonly file: string | null; readonly net: number; readonly recurring_net: number }[]; readonly files: readonly { readonly id: string; readonly name: string; readonly type: string; readonly size: number }[] }

export type Estimate = { readonly net: number; readonly tax: number; readonly gross: number; readonly rates: readonly { readonly rate: number; readonly code: string | null; readonly net: number; readonly tax: number }[] }

export type ExampleView = { readonly id: number; readonly title: string; readonly description: string; readonly selections: readonly { readonly question_id: number; readonly value: string | null }[] }

export type Explanation = { readonly applies: boolean; readonly possible: boolean; readonly sentences: readonly string[]; readonly causes: readonly { readonly question_id: number; readonly answer_ids: readonly number[]; readonly text: string | null }[]; readonly remedies: readonly { readonly changes: readonly { readonly question_id: number; readonly value: string | null; readonly text: string | null }[] }[] }

export type FacetView = { readonly field: string; readonly title: string; readonly kind: 'choice' | 'yes_no'; readonly choices: readonly { readonly value: string; readonly title: string; readonly count: number }[] }

export type Facts = { readonly configuration: string; readonly revision: number; readonly product_id: number; readonly product: string; readonly selected: readonly { readonly question_id: number; readonly question: string; readonly text: string }[]; readonly missing: readonly { readonly question_id: number; readonly message: string }[]; readonly finished: boolean; readonly price: Price | null; readonly currency: Currency; readonly weight: number }

export type FilterView = { readonly price: { readonly least: number; readonly most: number } | null; readonly available: number; readonly facets: readonly FacetView[] }

export type Guidance = { readonly configuration: string; readonly revision: number; readonly mode: 'off' | 'mark' | 'hide'; readonly feasible: boolean; readonly extendable: readonly number[]; readonly dead_ends: readonly number[]; readonly gave_up: boolean }

export type KeptConfiguration = { readonly configuration: string; readonly revision: number; readonly product_id: number; readonly title: string; readonly name: string; readonly saved: string; readonly read_only: boolean; readonly image: string | null; readonly complete: boolean; readonly options: readonly Option[]; readonly currency: Currency | null; readonly price: Price | null }

export type Letterhead = { readonly name: string; readonly url: string; readonly line1: string; readonly line2: string; readonly zip: string; readonly city: string; readonly country: string; readonly phone: string; readonly email_sales: string; readonly email_support: string; readonly vat_id: string; readonly company_register: string; readonly bank_name: string; readonly iban: string; readonly bic: string; readonly time_zone: string }

export type Line = { readonly net: number; readonly tax: number; readonly gross: number; readonly discount: number }

export type LineItem = { readonly configuration: string; readonly product_id: number; readonly title: string; readonly quantity: number; readonly language: string; readonly selections: readonly { readonly question_id: number; readonly value: string }[]; readonly options: readonly Option[]; readonly skus: readonly string[]; readonly currency: string; readonly country: string | null; readonly state: string | null; readonly net: number; readonly tax: number; readonly gross: number; readonly recurring: Amount; readonly weight: number; readonly catalog_version: number; readonly sub: string | null; readonly tax_context: TaxContext | null; readonly customer_group_id: number | null }

export type LineItemChange = { readonly field: string; readonly question_id?: number; readonly from: string | number | null; readonly to: string | number | null; readonly message: string }

export type Mark = { readonly start: number; readonly end: number; readonly kind: 'money' | 'figure' | 'id' | 'link'; readonly status: 'unverified' | 'shopper' }

export type Missing = { readonly question_id: number; readonly page_id: number; readonly message: string }

export type MissingAnswer = { readonly field: string; readonly step: 'cart' | 'address' | 'delivery' | 'payment' | 'review'; readonly code?: 'MAY_NOT_ORDER' | 'PRICES_HIDDEN' | 'CURRENCY_NOT_OFFERED' | 'TOO_LARGE'; readonly message: string }

export type MovedPosition = { readonly from: Cart; readonly to: Cart }

export type Notice = { readonly code: 'UNAVAILABLE' | 'QUANTITY_NOT_ALLOWED' | 'SELECTION_CHANGED' | 'PRICE_CHANGED'; readonly message: string }

export type Option = { readonly question_id: number; readonly question: string; readonly value: string; readonly text: string; readonly skus: readonly string[] }

export type OrderProgress = { readonly payment_state: string; readonly fulfilment_state: string; readonly steps: readonly { readonly step: string; readonly done: boolean; readonly at: string | null }[]; readonly shipments: readonly Shipment[]; readonly invoice: string | null; readonly credit_notes: readonly { readonly id: number; readonly number: string; readonly created: string; readonly gross: number }[]; readonly may_cancel: boolean }

export type OrderSummary = { readonly order: string; readonly number: number | null; readonly number_text: string; readonly status: string; readonly payment_state: string; readonly fulfilment_state: string; readonly placed: string | null; readonly currency: Currency; readonly gross: number; readonly recurring_gross: number }

export type PageView = { readonly id: number; readonly title: string; readonly description: string; readonly css_classes: string; readonly questions: readonly QuestionView[] }

export type Payment = { readonly status: 'pending' | 'paid' | 'failed' | 'cancelled' | 'incorrect_amount' | 'unsupported_currency' | 'refunded'; readonly title: string; readonly amount: number; readonly currency: string; readonly reference: string; readonly redirect: string | null; readonly instructions: PaymentInstructions | null; readonly created: string }

export type PaymentChoice = { readonly net: number | null; readonly tax: number | null; readonly gross: number | null; readonly id: number; readonly title: string; readonly description: string; readonly connector: string }

export type PaymentInstructions = { readonly text: string; readonly details: readonly { readonly label: string; readonly text: string }[] }

export type PaymentOffer = { readonly id: number; readonly title: string; readonly description: string; readonly connector: string; readonly price: Amount | null }

export type PaymentPreview = { readonly methods: readonly PaymentOffer[] }

export type PlacedAddress = { readonly first_name: string; readonly last_name: string; readonly company: string; readonly line1: string; readonly line2: string; readonly zip: string; readonly city: string; readonly county: string; readonly state: string; readonly country: string; readonly country_id: number | null; readonly state_id: number | null; readonly county_id: number | null; readonly city_id: number | null }

export type Position = { readonly id: number; readonly configuration: string; readonly product_id: number; readonly title: string; readonly sku: string | null; readonly image: string | null; readonly quantity: number; readonly min_quantity: number; readonly max_quantity: number; readonly quantity_step: number; readonly note: string; readonly options: readonly Option[]; readonly missing: readonly Missing[]; readonly automatic: readonly AutomaticChange[]; readonly notices: readonly Notice[]; readonly unavailable: string | null; readonly unit: Amount | null; readonly price: { readonly net: number; readonly tax: number; readonly gross: number; readonly discount: number; readonly recurring: Line } | null; readonly weight: number }

export type PostalAddress = { readonly first_name: string; readonly last_name: string; readonly company: string; readonly line1: string; readonly line2: string; readonly zip: string; readonly city: string; readonly county: string; readonly state: string; readonly country: string }

export type Preview = { readonly configuration: string; readonly price: { readonly before: Price; readonly after: Price; readonly difference: Price } | null; readonly changes: readonly AutomaticChange[]; readonly confirm?: { readonly question_id: number; readonly message: string }; readonly refused?: { readonly code: 'UNKNOWN' | 'NOT_APPLICABLE' | 'NOT_AVAILABLE' | 'INVALID_VALUE'; readonly message: string }; readonly missing: readonly Missing[] }

export type Price = { readonly net: number; readonly tax: number; readonly gross: number; readonly recurring: Amount }

export type PriceBox = { readonly configuration: string; readonly quantity: number; readonly currency: Currency; readonly price: Price | null; readonly base: { readonly amount: Amount | null; readonly recurring: Amount | null }; readonly parts: readonly { readonly question_id: number; readonly title: string; readonly text: string; readonly amount: Amount | null; readonly recurring: Amount | null }[]; readonly tax: { readonly rate: number; readonly code: string | null; readonly recurring: { readonly rate: number; readonly code: string | null } }; readonly old_price: { readonly amount: Amount | null; readonly recurring: Amount | null }; readonly discount: { readonly title: string | null; readonly net: number; readonly tax: number; readonly gross: number } | null; readonly discount_recurring: { readonly title: string | null; readonly net: number; readonly tax: number; readonly gross: number } | null }

export type Product = { readonly shop: Shop; readonly product: ProductView }

export type ProductList = { readonly shop: Shop; readonly products: readonly ProductSummary[]; readonly total: number }

export type ProductSearch = { readonly shop: Shop; readonly products: readonly ProductSummary[]; readonly total: number; readonly filters: FilterView; readonly suggestions: readonly string[] }

export type ProductSummary = { readonly id: number; readonly label: string; readonly title: string; readonly description: string; readonly sku: string | null; readonly price: Amount | null; readonly from_price: Amount | null; readonly price_label: string; readonly custom_price_text: string; readonly image: string | null; readonly image_focus?: string }

export type ProductView = { readonly id: number; readonly label: string; readonly title: string; readonly description: string; readonly sku: string | null; readonly price: Amount | null; readonly from_price: Amount | null; readonly price_label: string; readonly custom_price_text: string; readonly image: string | null; readonly image_focus?: string; readonly longdescription: string; readonly catalog_version: number; readonly was_price: Amount | null; readonly recurring: { readonly label: string; readonly interval: string } | null; readonly dispatch_time: number | null; readonly show_buy_button: boolean; readonly min_quantity: number; readonly max_quantity: number; readonly quantity_step: number; readonly guidance: 'off' | 'mark' | 'hide'; readonly page_nav_tabs: boolean; readonly page_nav_block_on_missing: boolean; readonly price_overview_net: boolean; readonly price_overview_taxes: boolean; readonly price_overview_questions: boolean; readonly weight_unit: string; readonly examples: readonly ExampleView[]; readonly detail_panes: readonly { readonly heading: string; readonly content: string }[]; readonly visualization_image: string | null; readonly gallery: readonly string[]; readonly pages: readonly PageView[] }

export type Profile = { readonly email: string; readonly first_name: string; readonly last_name: string; readonly company: string; readonly vat_id: string; readonly phone: string; readonly language: string | null }

export type Program = { readonly mode: 'full' | 'rules' | 'off'; readonly product_id: number; readonly catalog_version: number; readonly currency: { readonly code: string; readonly symbol: string; readonly decimals: number; readonly multiplicator: number }; readonly country: string | null; readonly state: string | null; readonly may_see_prices: boolean; readonly prices: 'net' | 'gross'; readonly rates: readonly { readonly rate: number; readonly code: string | null }[]; readonly recurring_rates: readonly { readonly rate: number; readonly code: string | null }[]; readonly today: number; readonly language: string; readonly messages: Readonly<Record<string, unknown>>; readonly modules: readonly string[]; readonly source: Readonly<Record<string, unknown>> | null }

export type QuestionState = { readonly id: number; readonly applies: boolean; readonly required: boolean; readonly selection: string | null; readonly text: string | null; readonly min: number | null; readonly max: number | null }

export type QuestionView = { readonly [name: string]: unknown; readonly id: number; readonly title: string; readonly question_type: string; readonly description: string; readonly description_display: string; readonly title_display: string; readonly css_classes: string; readonly image: string | null; readonly display_while_disabled: 'hide' | 'grey_out'; readonly show_in_overview: boolean; readonly unit: string; readonly answers: readonly AnswerView[] }

export type Quote = { readonly net: number; readonly tax: number; readonly gross: number; readonly token: string; readonly number: number | null; readonly number_text: string; readonly status: string; readonly created: string; readonly placed: string | null; readonly valid_until: string | null; readonly language: string; readonly currency: Currency; readonly b2b: boolean; readonly email: string; readonly phone: string; readonly vat_id: string; readonly note: string; readonly terms_agreed: string | null; readonly terms: string; readonly shop: Letterhead; readonly billing: PostalAddress | null; readonly delivery_address: PostalAddress | null; readonly lines: readonly DocumentLine[]; readonly discount: { readonly title: string; readonly net: number } | null; readonly recurring_discount: { readonly title: string; readonly net: number } | null; readonly delivery: { readonly net: number; readonly tax: number; readonly gross: number; readonly title: string; readonly days: number | null; readonly total_days: number | null; readonly dates: DeliveryDates | null } | null; readonly payment: { readonly net: number; readonly tax: number; readonly gross: number; readonly title: string } | null; readonly payment_instructions: PaymentInstructions | null; readonly recurring: Amount; readonly rates: readonly { readonly recurring: boolean; readonly rate: number; readonly code: string; readonly net: number; readonly tax: number }[]; readonly weight: number; readonly weight_unit: string; readonly answer: string; readonly revises: number | null; readonly shows_prices: boolean; readonly order: string | null; readonly acceptance: Acceptance | null }

export type QuoteSummary = { readonly quote: string; readonly number: number | null; readonly status: string; readonly created: string; readonly valid_until: string | null; readonly currency: Currency; readonly shows_prices: boolean; readonly gross: number; readonly recurring_gross: number }

export type RefusedEntry = { readonly index: number; readonly code: 'UNKNOWN' | 'NOT_APPLICABLE' | 'NOT_AVAILABLE' | 'INVALID_VALUE'; readonly message: string }

export type ReplyPart = { readonly answers: number; readonly outcome: 'whole' | 'stopped' | 'left' | 'failed' | 'limit' | 'length'; readonly notice: string; readonly marks: readonly Mark[]; readonly facts: Facts | null; readonly recommended: readonly { readonly product_id: number; readonly title: string }[] }

export type RepricedLineItem = { readonly item: LineItem; readonly now: LineItem | null; readonly same: boolean; readonly changes: readonly LineItemChange[]; readonly automatic: readonly AutomaticChange[]; readonly missing: readonly Missing[] }

export type Sent = { readonly conversation: string; readonly turn: number }

export type Session = { readonly session: string; readonly expires: string; readonly account: Profile; readonly cart: string | null }

export type Shared = { readonly shared: string; readonly url: string }

export type Shipment = { readonly number: string; readonly carrier: string; readonly tracking_code: string; readonly tracking_url: string; readonly shipped: string | null; readonly delivered: string | null; readonly lines: readonly { readonly order_line_id: number; readonly quantity: number }[] }

export type Shop = { readonly name: string; readonly language: string; readonly languages: readonly string[]; readonly currency: Currency; readonly currencies: readonly Currency[]; readonly b2b: boolean; readonly may_see_prices: boolean; readonly time_zone: string }

export type ShopFront = { readonly shop: Shop; readonly countries: readonly { readonly id: number; readonly name: string; readonly code: string; readonly states: readonly { readonly id: number; readonly name: string; readonly code: string }[]; readonly uses_postal_code: boolean; readonly requires_state: boolean }[]; readonly country: string | null; readonly terms: string; readonly legal_pages: readonly { readonly kind: 'terms' | 'withdrawal' | 'privacy'; readonly title: string; readonly url: string }[] }

export type SignedLineItem = { readonly line_item: string; readonly expires: string; readonly item: LineItem }

export type Suggestions = { readonly configuration: string; readonly revision: number; readonly suggestions: readonly { readonly changes: readonly { readonly question_id: number; readonly value: string | null }[]; readonly differences: readonly { readonly question_id: number; readonly question: string; readonly from: string | null; readonly to: string | null }[]; readonly price: Price | null; readonly weight: number; readonly gives_up: { readonly wishes: readonly number[]; readonly price: number | null; readonly weight: number }; readonly to_fill: readonly number[]; readonly proven: boolean }[]; readonly impossible: boolean }

export type TaxContext = { readonly prices: 'net' | 'gross'; readonly rates: readonly { readonly rate: number; readonly code: string | null }[] }

export type Turn = { readonly role: 'shopper' | 'advisor' | 'person'; readonly turn: number; readonly text: string; readonly created: string; readonly reply: ReplyPart | null }

export type UnitPrice = { readonly net: number; readonly tax: number; readonly gross: number; readonly unit: string }

export type Upload = { readonly id: string }

/** The client of a shop front. */
export interface Calls {
  /** Accepts a quote for the totals shown to the shopper and creates the order. Accepting it again returns the same order. */
  acceptQuote(input: { readonly token: string; readonly billing?: { readonly first_name?: string; readonly last_name?: string; readonly company?: string; readonly line1: string; readonly line2?: string; readonly zip?: string; readonly city: string; readonly country_id: number; readonly state_id?: number | null; readonly county_id?: number | null; readonly city_id?: number | null } | null; readonly billing_address_id?: number | null; readonly delivery?: { readonly first_name?: string; readonly last_name?: string; readonly company?: string; readonly line1: string; readonly line2?: string; readonly zip?: string; readonly city: string; readonly country_id: number; readonly state_id?: number | null; readonly county_id?: number | null; readonly city_id?: number | null } | null; readonly delivery_address_id?: number | null; readonly payment_method_id?: number | null; readonly terms_agreed?: boolean | null; readonly total: number; readonly recurring_total?: number | null }): Promise<Document>
  /** Adds a complete configuration to a cart. */
  addPosition(input: { readonly token: string; readonly configuration: string; readonly quantity?: number | null; readonly note?: string | null }): Promise<Cart>
  /** Hands a conversation over to a member of staff. The advisor no longer replies. */
  askForPerson(input: { readonly token: string; readonly email?: string | null; readonly phone?: string | null; readonly note?: string | null }): Promise<Conversation>
  /** Starts the payment of an order by its payment method, or returns the pending payment: the URL of the payment page, or the payment instructions. */
  beginPayment(input: { readonly token: string }): Promise<Payment>
  /** Cancels an order that is neither confirmed nor paid nor shipped, if the settings of the shop allow it. */
  cancelOrder(input: { readonly token: string }): Promise<OrderProgress>
  /** Changes an address of the account. */
  changeAddress(input: { readonly id: number } & Readonly<Record<string, unknown>>): Promise<Address>
  /** Changes the currency, the shopper's location or the note of a cart. */
  changeCart(input: { readonly token: string; readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly note?: string | null }): Promise<Cart>
  /** Sets checkout data for one or more steps, in any order. Fields that are left out remain unchanged. */
  changeCheckout(input: { readonly token: string; readonly email?: string | null; readonly phone?: string | null; readonly vat_id?: string | null; readonly note?: string | null; readonly billing?: { readonly first_name?: string; readonly last_name?: string; readonly company?: string; readonly line1: string; readonly line2?: string; readonly zip?: string; readonly city: string; readonly country_id: number; readonly state_id?: number | null; readonly county_id?: number | null; readonly city_id?: number | null } | null; readonly billing_address_id?: number | null; readonly delivery?: { readonly first_name?: string; readonly last_name?: string; readonly company?: string; readonly line1: string; readonly line2?: string; readonly zip?: string; readonly city: string; readonly country_id: number; readonly state_id?: number | null; readonly county_id?: number | null; readonly city_id?: number | null } | null; readonly delivery_address_id?: number | null; readonly same_address?: boolean | null; readonly shipping_method_id?: number | null; readonly payment_method_id?: number | null; readonly terms_agreed?: boolean | null }): Promise<Checkout>
  /** Changes selections of a configuration in order, its currency, or the shopper's location. */
  changeConfiguration(input: { readonly token: string; readonly selections?: readonly { readonly question_id: number; readonly value: string | number | null | { readonly add: readonly number[] } | { readonly remove: readonly number[] } }[] | null; readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly revision?: number | null; readonly confirmed?: boolean | null; readonly full?: boolean | null; readonly calculations?: boolean | null; readonly prices?: boolean | null }): Promise<Configuration>
  /** Changes the configuration, quantity or note of a cart position. */
  changePosition(input: { readonly token: string; readonly position: number; readonly configuration?: string | null; readonly quantity?: number | null; readonly note?: string | null }): Promise<Cart>
  /** Changes the profile of the signed-in account. */
  changeProfile(input?: { readonly first_name?: string | null; readonly last_name?: string | null; readonly company?: string | null; readonly vat_id?: string | null; readonly phone?: string | null }): Promise<Profile>
  /** Assigns a guest's cart to the signed-in account, by the host's rule. */
  claimCart(input: { readonly token: string }): Promise<Cart>
  /** Assigns a guest's configuration to the signed-in account. */
  claimConfiguration(input: { readonly token: string }): Promise<Configuration>
  /** Assigns a guest's conversation with the advisor, and its configuration, to the signed-in account. */
  claimConversation(input: { readonly token: string }): Promise<Conversation>
  /** Creates the account with the token of the mail and a new password, and signs it in. */
  confirmRegistration(input: { readonly token: string; readonly password: string; readonly first_name?: string | null; readonly last_name?: string | null; readonly company?: string | null; readonly cart?: string | null; readonly configurations?: readonly string[] | null }): Promise<Session>
  /** Creates an independent configuration from a line item, for another order. */
  copyLineItem(input: { readonly line_item: string }): Promise<Configuration>
  /** Copies a cart position with its configuration. */
  copyPosition(input: { readonly token: string; readonly position: number }): Promise<Cart>
  /** Adds an address to the account. */
  createAddress(input: Readonly<Record<string, unknown>>): Promise<Address>
  /** Creates a cart. */
  createCart(input?: { readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly note?: string | null }): Promise<Cart>
  /** Reads the account's most recently changed cart. */
  currentCart(input?: Readonly<Record<string, never>>): Promise<Cart>
  /** Declines a quote. Declining it again has no effect. */
  declineQuote(input: { readonly token: string }): Promise<Quote>
  /** Deletes an address of the account. */
  deleteAddress(input: { readonly id: number }): Promise<void>
  /** Deletes a cart with its positions. Their configurations become open again. */
  deleteCart(input: { readonly token: string }): Promise<void>
  /** Deletes a conversation with the advisor and all its messages. */
  deleteConversation(input: { readonly token: string }): Promise<void>
  /** Creates an open copy of a configuration. */
  duplicateConfiguration(input: { readonly token: string; readonly calculations?: boolean | null; readonly prices?: boolean | null }): Promise<Configuration>
  /** Explains why a question or answer is not available, and which selections would make it available. */
  explainSelection(input: { readonly token: string; readonly question_id?: number | null; readonly answer_id?: number | null }): Promise<{ readonly explanation: Explanation }>
  /** Finds the conflicts of a selection, and the smallest sets of questions to clear. */
  findConflicts(input: { readonly token: string; readonly question_id: number; readonly value: string }): Promise<Conflicts>
  /** Lists the answers from which the configuration can still be completed. */
  guideConfiguration(input: { readonly token: string }): Promise<Guidance>
  /** Lists the addresses of the account and of the business partner that it orders for. */
  listAddresses(input?: Readonly<Record<string, never>>): Promise<{ readonly addresses: readonly Address[] }>
  /** Lists the account's open carts. */
  listCarts(input?: Readonly<Record<string, never>>): Promise<{ readonly carts: readonly CartSummary[] }>
  /** Lists the account's saved configurations, the newest first. */
  listConfigurations(input?: Readonly<Record<string, never>>): Promise<{ readonly configurations: readonly KeptConfiguration[] }>
  /** Lists the account's orders, the newest first. */
  listOrders(input?: Readonly<Record<string, never>>): Promise<{ readonly orders: readonly OrderSummary[] }>
  /** Lists the payments of an order, the oldest first. */
  listPayments(input: { readonly token: string }): Promise<{ readonly payments: readonly Payment[] }>
  /** Lists the published products, by title. */
  listProducts(input?: { readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly limit?: number | null; readonly offset?: number | null }): Promise<ProductList>
  /** Lists the account's quotes, the newest first. */
  listQuotes(input?: Readonly<Record<string, never>>): Promise<{ readonly quotes: readonly QuoteSummary[] }>
  /** Moves a position to another cart, for example to save it for later. */
  movePosition(input: { readonly token: string; readonly position: number; readonly to?: string | null }): Promise<MovedPosition>
  /** Starts the checkout of a cart, or returns the existing one. A cart has one checkout. */
  openCheckout(input: { readonly token: string }): Promise<Checkout>
  /** Places the order of a checkout for the totals shown to the shopper. Placing it again returns the same order. */
  placeOrder(input: { readonly token: string; readonly total: number; readonly recurring_total?: number | null }): Promise<Document>
  /** Previews the effects of a selection without changing anything. */
  previewChange(input: { readonly token: string; readonly question_id: number; readonly value?: string | number | null | { readonly add: readonly number[] } | { readonly remove: readonly number[] } }): Promise<Preview>
  /** Calculates the price of a configuration and the share of each question. */
  priceConfiguration(input: { readonly token: string; readonly quantity?: number | null }): Promise<PriceBox>
  /** Recalculates the price of a line item and reports changes since it was signed. */
  priceLineItem(input: { readonly line_item: string }): Promise<RepricedLineItem>
  /** Prints a credit note of an order as a PDF file. */
  printCreditNote(input: { readonly token: string; readonly id: number }): Promise<Blob>
  /** Prints the invoice of a paid order as a PDF file. */
  printInvoice(input: { readonly token: string }): Promise<Blob>
  /** Prints the confirmation of an order as a PDF file. */
  printOrder(input: { readonly token: string }): Promise<Blob>
  /** Prints a quote as a PDF file. */
  printQuote(input: { readonly token: string }): Promise<Blob>
  /** Reads an address of the account. */
  readAddress(input: { readonly id: number }): Promise<Address>
  /** Reports whether the shop has an advisor, and the terms that a shopper accepts by using it. */
  readAdvisor(input?: Readonly<Record<string, never>>): Promise<Advisor>
  /** Reads a cart. */
  readCart(input: { readonly token: string }): Promise<Cart>
  /** Reads a checkout with the offered methods, the current price and the missing data. */
  readCheckout(input: { readonly token: string }): Promise<Checkout>
  /** Reads a configuration. */
  readConfiguration(input: { readonly token: string; readonly full?: boolean | null; readonly calculations?: boolean | null; readonly prices?: boolean | null; readonly picture?: boolean | null }): Promise<Configuration>
  /** Reads a conversation with the advisor and the state of its configuration. */
  readConversation(input: { readonly token: string }): Promise<Conversation>
  /** Reads an order as it was placed, with its current status. */
  readOrder(input: { readonly token: string }): Promise<Document>
  /** Reads an uploaded file of an order. */
  readOrderFile(input: { readonly token: string; readonly file: string }): Promise<Blob>
  /** Reads the progress of an order: its steps, shipments with tracking, invoice and credit notes. */
  readOrderProgress(input: { readonly token: string }): Promise<OrderProgress>
  /** Reads the profile of the signed-in account. */
  readProfile(input?: Readonly<Record<string, never>>): Promise<Profile>
  /** Reads the rules and prices of a configuration that its shopper may see, for storefronts that evaluate it before the server replies. */
  readProgram(input: { readonly token: string }): Promise<Program>
  /** Reads a quote and the data required to accept it. */
  readQuote(input: { readonly token: string }): Promise<Quote>
  /** Reads an uploaded file of a quote. */
  readQuoteFile(input: { readonly token: string; readonly file: string }): Promise<Blob>
  /** Reads the general data of the shop: currencies, countries with their states, and the terms. */
  readShop(input?: { readonly currency?: string | null }): Promise<ShopFront>
  /** Reads a file that was uploaded to a configuration. */
  readUpload(input: { readonly token: string; readonly file: string }): Promise<Blob>
  /** Redeems a line item once, before the host charges it. */
  redeemLineItem(input: { readonly line_item: string }): Promise<LineItem>
  /** Repeats the change that was undone last. */
  redoChange(input: { readonly token: string; readonly revision?: number | null; readonly calculations?: boolean | null; readonly prices?: boolean | null }): Promise<Configuration>
  /** Starts a registration: sends a mail with a link that creates the account. */
  register(input: { readonly email: string; readonly language?: string | null; readonly cart?: string | null; readonly configurations?: readonly string[] | null }): Promise<{ readonly message: string }>
  /** Removes a configuration from the account's saved ones. */
  releaseConfiguration(input: { readonly token: string }): Promise<void>
  /** Removes a position from a cart. Its configuration becomes open again. */
  removePosition(input: { readonly token: string; readonly position: number }): Promise<Cart>
  /** Opens the configuration of a line item for another round of editing. */
  reopenLineItem(input: { readonly line_item: string }): Promise<Configuration>
  /** Copies the positions of an order to a new cart, if they are still sold, at current prices. */
  repeatOrder(input: { readonly token: string }): Promise<Cart>
  /** Copies the positions of a quote to a new cart, if they are still sold, at current prices. */
  repeatQuote(input: { readonly token: string }): Promise<Cart>
  /** Reports that the evaluation of a storefront differs from that of the server, for the server's log. */
  reportDisagreement(input: { readonly token: string; readonly catalog_version: number; readonly parts: readonly ('questions' | 'answers' | 'price' | 'answer_prices' | 'weight' | 'missing' | 'refused' | 'automatic' | 'confirm')[]; readonly questions: readonly number[] }): Promise<void>
  /** Requests a quote with the addresses and delivery of a checkout. Requesting it again returns the same quote. */
  requestCheckoutQuote(input: { readonly token: string }): Promise<Quote>
  /** Sends a mail with a password reset link. */
  requestPasswordReset(input: { readonly email: string }): Promise<{ readonly message: string }>
  /** Requests a quote for a cart and closes the cart. Requesting it again returns the same quote. */
  requestQuote(input: { readonly token: string; readonly email?: string | null; readonly phone?: string | null; readonly vat_id?: string | null; readonly note?: string | null; readonly billing?: { readonly first_name?: string; readonly last_name?: string; readonly company?: string; readonly line1: string; readonly line2?: string; readonly zip?: string; readonly city: string; readonly country_id: number; readonly state_id?: number | null; readonly county_id?: number | null; readonly city_id?: number | null } | null; readonly billing_address_id?: number | null; readonly delivery?: { readonly first_name?: string; readonly last_name?: string; readonly company?: string; readonly line1: string; readonly line2?: string; readonly zip?: string; readonly city: string; readonly country_id: number; readonly state_id?: number | null; readonly county_id?: number | null; readonly city_id?: number | null } | null; readonly delivery_address_id?: number | null }): Promise<Quote>
  /** Sets a new password with the token of the reset mail. */
  resetPassword(input: { readonly token: string; readonly password: string }): Promise<void>
  /** Makes a cart the account's current one. */
  resumeCart(input: { readonly token: string }): Promise<Cart>
  /** Saves a configuration to the account. */
  saveConfiguration(input: { readonly token: string; readonly name?: string | null }): Promise<KeptConfiguration>
  /** Searches the published products. Finds words with a typing error, and counts the choices of each filter. */
  searchProducts(input?: { readonly query?: string | null; readonly list?: string | null; readonly price_from?: number | null; readonly price_to?: number | null; readonly available?: boolean | null; readonly facets?: string | null; readonly sort?: 'relevance' | 'list' | 'title' | 'price' | 'price_descending' | 'newest' | '' | null; readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly limit?: number | null; readonly offset?: number | null }): Promise<ProductSearch>
  /** Sends a message to the advisor. The reply arrives on the stream of the conversation. */
  sendMessage(input: { readonly token: string; readonly text: string }): Promise<Sent>
  /** Creates a link to a read-only copy of a configuration. */
  shareConfiguration(input: { readonly token: string }): Promise<Shared>
  /** Reads a published product with all data of its configurator. */
  showProduct(input: { readonly key: string; readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly configuration?: string | null }): Promise<Product>
  /** Signs in to an account. */
  signIn(input: { readonly email: string; readonly password: string; readonly cart?: string | null; readonly configurations?: readonly string[] | null }): Promise<Session>
  /** Signs a finished configuration as a line item of the host. */
  signLineItem(input: { readonly token: string; readonly quantity?: number | null }): Promise<SignedLineItem>
  /** Ends the session in the header X-Svc-Shopper. */
  signOut(input?: Readonly<Record<string, never>>): Promise<void>
  /** Starts a configuration of a product. */
  startConfiguration(input: { readonly product_id: number; readonly language?: string | null; readonly currency?: string | null; readonly country?: string | null; readonly state?: string | null; readonly selections?: readonly { readonly question_id: number; readonly value: string | number | null }[] | null; readonly full?: boolean | null; readonly calculations?: boolean | null; readonly prices?: boolean | null }): Promise<Configuration>
  /** Starts a conversation with the advisor, optionally about a configuration. */
  startConversation(input: { readonly consent: boolean; readonly configuration?: string | null }): Promise<Conversation>
  /** Stops the advisor's current reply. */
  stopReply(input: { readonly token: string }): Promise<void>
  /** Streams the advisor's reply as it is written, as server-sent events. */
  streamConversation(input: { readonly token: string; readonly after?: string | null; readonly follow?: boolean | null }): Promise<ReadableStream<Uint8Array>>
  /** Suggests up to three complete configurations for a list of wishes, each as a list of changes. Changes nothing. */
  suggestConfiguration(input: { readonly token: string; readonly aim?: 'closest' | 'cheapest' | 'lightest' | '' | null; readonly wishes?: readonly { readonly question_id: number; readonly values?: readonly string[]; readonly min?: number; readonly max?: number; readonly weight?: number }[] | null; readonly max_price?: number | null; readonly max_changes?: number | null }): Promise<Suggestions>
  /** Undoes the last change of a configuration. */
  undoChange(input: { readonly token: string; readonly revision?: number | null; readonly calculations?: boolean | null; readonly prices?: boolean | null }): Promise<Configuration>
  /** Uploads a file to a configuration. Its id can then be selected. */
  uploadFile(input: { readonly token: string; readonly question_id: number; readonly name: string; readonly content: Uint8Array | Blob }): Promise<Upload>
}

interface Target {
  readonly method: string
  readonly path: string
  readonly inPath: readonly string[]
  readonly inQuery: readonly string[]
  readonly content?: true
  readonly file?: true
  readonly stream?: true
}

const targets: { readonly [Name in keyof Calls]: Target } = {
  acceptQuote: { method: 'POST', path: 'quotes/:token/accept', inPath: ['token'], inQuery: [] },
  addPosition: { method: 'POST', path: 'carts/:token/positions', inPath: ['token'], inQuery: [] },
  askForPerson: { method: 'POST', path: 'conversations/:token/person', inPath: ['token'], inQuery: [] },
  beginPayment: { method: 'POST', path: 'orders/:token/payments', inPath: ['token'], inQuery: [] },
  cancelOrder: { method: 'POST', path: 'orders/:token/cancellation', inPath: ['token'], inQuery: [] },
  changeAddress: { method: 'PATCH', path: 'addresses/:id', inPath: ['id'], inQuery: [] },
  changeCart: { method: 'PATCH', path: 'carts/:token', inPath: ['token'], inQuery: [] },
  changeCheckout: { method: 'PATCH', path: 'checkouts/:token', inPath: ['token'], inQuery: [] },
  changeConfiguration: { method: 'PATCH', path: 'configurations/:token', inPath: ['token'], inQuery: ['full', 'calculations', 'prices'] },
  changePosition: { method: 'PATCH', path: 'carts/:token/positions/:position', inPath: ['token', 'position'], inQuery: [] },
  changeProfile: { method: 'PATCH', path: 'account', inPath: [], inQuery: [] },
  claimCart: { method: 'POST', path: 'carts/:token/claim', inPath: ['token'], inQuery: [] },
  claimConfiguration: { method: 'POST', path: 'configurations/:token/claim', inPath: ['token'], inQuery: [] },
  claimConversation: { method: 'POST', path: 'conversations/:token/claim', inPath: ['token'], inQuery: [] },
  confirmRegistration: { method: 'POST', path: 'accounts/confirmations/:token', inPath: ['token'], inQuery: [] },
  copyLineItem: { method: 'POST', path: 'line-items/copy', inPath: [], inQuery: [] },
  copyPosition: { method: 'POST', path: 'carts/:token/positions/:position/copy', inPath: ['token', 'position'], inQuery: [] },
  createAddress: { method: 'POST', path: 'addresses', inPath: [], inQuery: [] },
  createCart: { method: 'POST', path: 'carts', inPath: [], inQuery: [] },
  currentCart: { method: 'GET', path: 'carts/current', inPath: [], inQuery: [] },
  declineQuote: { method: 'POST', path: 'quotes/:token/decline', inPath: ['token'], inQuery: [] },
  deleteAddress: { method: 'DELETE', path: 'addresses/:id', inPath: ['id'], inQuery: [] },
  deleteCart: { method: 'DELETE', path: 'carts/:token', inPath: ['token'], inQuery: [] },
  deleteConversation: { method: 'DELETE', path: 'conversations/:token', inPath: ['token'], inQuery: [] },
  duplicateConfiguration: { method: 'POST', path: 'configurations/:token/duplicate', inPath: ['token'], inQuery: ['calculations', 'prices'] },
  explainSelection: { method: 'GET', path: 'configurations/:token/explanation', inPath: ['token'], inQuery: ['question_id', 'answer_id'] },
  findConflicts: { method: 'GET', path: 'configurations/:token/conflicts', inPath: ['token'], inQuery: ['question_id', 'value'] },
  guideConfiguration: { method: 'GET', path: 'configurations/:token/guidance', inPath: ['token'], inQuery: [] },
  listAddresses: { method: 'GET', path: 'addresses', inPath: [], inQuery: [] },
  listCarts: { method: 'GET', path: 'carts', inPath: [], inQuery: [] },
  listConfigurations: { method: 'GET', path: 'configurations', inPath: [], inQuery: [] },
  listOrders: { method: 'GET', path: 'orders', inPath: [], inQuery: [] },
  listPayments: { method: 'GET', path: 'orders/:token/payments', inPath: ['token'], inQuery: [] },
  listProducts: { method: 'GET', path: 'products', inPath: [], inQuery: ['currency', 'country', 'state', 'limit', 'offset'] },
  listQuotes: { method: 'GET', path: 'quotes', inPath: [], inQuery: [] },
  movePosition: { method: 'POST', path: 'carts/:token/positions/:position/move', inPath: ['token', 'position'], inQuery: [] },
  openCheckout: { method: 'POST', path: 'carts/:token/checkout', inPath: ['token'], inQuery: [] },
  placeOrder: { method: 'POST', path: 'checkouts/:token/place', inPath: ['token'], inQuery: [] },
  previewChange: { method: 'POST', path: 'configurations/:token/preview', inPath: ['token'], inQuery: [] },
  priceConfiguration: { method: 'GET', path: 'configurations/:token/price', inPath: ['token'], inQuery: ['quantity'] },
  priceLineItem: { method: 'POST', path: 'line-items/price', inPath: [], inQuery: [] },
  printCreditNote: { method: 'GET', path: 'orders/:token/credit-notes/:id', inPath: ['token', 'id'], inQuery: [], file: true },
  printInvoice: { method: 'GET', path: 'orders/:token/invoice', inPath: ['token'], inQuery: [], file: true },
  printOrder: { method: 'GET', path: 'orders/:token/print', inPath: ['token'], inQuery: [], file: true },
  printQuote: { method: 'GET', path: 'quotes/:token/print', inPath: ['token'], inQuery: [], file: true },
  readAddress: { method: 'GET', path: 'addresses/:id', inPath: ['id'], inQuery: [] },
  readAdvisor: { method: 'GET', path: 'advisor', inPath: [], inQuery: [] },
  readCart: { method: 'GET', path: 'carts/:token', inPath: ['token'], inQuery: [] },
  readCheckout: { method: 'GET', path: 'checkouts/:token', inPath: ['token'], inQuery: [] },
  readConfiguration: { method: 'GET', path: 'configurations/:token', inPath: ['token'], inQuery: ['full', 'calculations', 'prices', 'picture'] },
  readConversation: { method: 'GET', path: 'conversations/:token', inPath: ['token'], inQuery: [] },
  readOrder: { method: 'GET', path: 'orders/:token', inPath: ['token'], inQuery: [] },
  readOrderFile: { method: 'GET', path: 'orders/:token/files/:file', inPath: ['token', 'file'], inQuery: [], file: true },
  readOrderProgress: { method: 'GET', path: 'orders/:token/progress', inPath: ['token'], inQuery: [] },
  readProfile: { method: 'GET', path: 'account', inPath: [], inQuery: [] },
  readProgram: { method: 'GET', path: 'configurations/:token/program', inPath: ['token'], inQuery: [] },
  readQuote: { method: 'GET', path: 'quotes/:token', inPath: ['token'], inQuery: [] },
  readQuoteFile: { method: 'GET', path: 'quotes/:token/files/:file', inPath: ['token', 'file'], inQuery: [], file: true },
  readShop: { method: 'GET', path: 'shop', inPath: [], inQuery: ['currency'] },
  readUpload: { method: 'GET', path: 'configurations/:token/uploads/:file', inPath: ['token', 'file'], inQuery: [], file: true },
  redeemLineItem: { method: 'POST', path: 'line-items/redeem', inPath: [], inQuery: [] },
  redoChange: { method: 'POST', path: 'configurations/:token/redo', inPath: ['token'], inQuery: ['calculations', 'prices'] },
  register: { method: 'POST', path: 'accounts', inPath: [], inQuery: [] },
  releaseConfiguration: { method: 'DELETE', path: 'configurations/:token/save', inPath: ['token'], inQuery: [] },
  removePosition: { method: 'DELETE', path: 'carts/:token/positions/:position', inPath: ['token', 'position'], inQuery: [] },
  reopenLineItem: { method: 'POST', path: 'line-items/reopen', inPath: [], inQuery: [] },
  repeatOrder: { method: 'POST', path: 'orders/:token/repeat', inPath: ['token'], inQuery: [] },
  repeatQuote: { method: 'POST', path: 'quotes/:token/repeat', inPath: ['token'], inQuery: [] },
  reportDisagreement: { method: 'POST', path: 'configurations/:token/disagreements', inPath: ['token'], inQuery: [] },
  requestCheckoutQuote: { method: 'POST', path: 'checkouts/:token/quote', inPath: ['token'], inQuery: [] },
  requestPasswordReset: { method: 'POST', path: 'password-resets', inPath: [], inQuery: [] },
  requestQuote: { method: 'POST', path: 'carts/:token/quote', inPath: ['token'], inQuery: [] },
  resetPassword: { method: 'POST', path: 'password-resets/:token', inPath: ['token'], inQuery: [] },
  resumeCart: { method: 'POST', path: 'carts/:token/resume', inPath: ['token'], inQuery: [] },
  saveConfiguration: { method: 'POST', path: 'configurations/:token/save', inPath: ['token'], inQuery: [] },
  searchProducts: { method: 'GET', path: 'search', inPath: [], inQuery: ['query', 'list', 'price_from', 'price_to', 'available', 'facets', 'sort', 'currency', 'country', 'state', 'limit', 'offset'] },
  sendMessage: { method: 'POST', path: 'conversations/:token/messages', inPath: ['token'], inQuery: [] },
  shareConfiguration: { method: 'POST', path: 'configurations/:token/share', inPath: ['token'], inQuery: [] },
  showProduct: { method: 'GET', path: 'products/:key', inPath: ['key'], inQuery: ['currency', 'country', 'state', 'configuration'] },
  signIn: { method: 'POST', path: 'sessions', inPath: [], inQuery: [] },
  signLineItem: { method: 'POST', path: 'configurations/:token/line-item', inPath: ['token'], inQuery: [] },
  signOut: { method: 'DELETE', path: 'sessions/current', inPath: [], inQuery: [] },
  startConfiguration: { method: 'POST', path: 'configurations', inPath: [], inQuery: ['full', 'calculations', 'prices'] },
  startConversation: { method: 'POST', path: 'conversations', inPath: [], inQuery: [] },
  stopReply: { method: 'POST', path: 'conversations/:token/stop', inPath: ['token'], inQuery: [] },
  streamConversation: { method: 'GET', path: 'conversations/:token/stream', inPath: ['token'], inQuery: ['after', 'follow'], stream: true },
  suggestConfiguration: { method: 'POST', path: 'configurations/:token/suggest', inPath: ['token'], inQuery: [] },
  undoChange: { method: 'POST', path: 'configurations/:token/undo', inPath: ['token'], inQuery: ['calculations', 'prices'] },
  uploadFile: { method: 'POST', path: 'configurations/:token/uploads', inPath: ['token'], inQuery: ['question_id', 'name'], content: true },
}

export interface ValidationIssue {
  readonly field: string
  readonly code: string
  readonly message: string
  /** The values in the message, for texts of your own. */
  readonly params?: Readonly<Record<string, string | number>>
}

/** Problem details (RFC 9457): branch on `code`, show `detail`. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly validationIssues?: readonly ValidationIssue[]
}

/** Thrown for every answer that is no success. */
export class ShopFailure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'ShopFailure'
  }
}

export interface ShopClientOptions {
  /** Where the service is reached, with a language prefix where it wants one: `https://shop.example/en`. */
  readonly baseUrl: string
  /** Tag of the language of texts and messages. */
  readonly language?: string
  /** Who shops: the host's assertion, or a session; called before each request. */
  readonly shopper?: () => string | null
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch
}

type Input = Readonly<Record<string, unknown>>

function request({ path, inPath, inQuery, method, content }: Target, input: Input, options: ShopClientOptions): [string, RequestInit] {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const name of inQuery) if (input[name] !== undefined) query.append(name, String(input[name]))
  if (options.language !== undefined) query.append('language', options.language)
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)))
  const shopper = options.shopper?.() ?? null
  const headers: Record<string, string> = shopper === null ? {} : { 'X-Svc-Shopper': shopper }
  const base = `${options.baseUrl.replace(/[/]$/, '')}/svc-api/runtime/v1/`
  const url = `${base}${filled}${query.size > 0 ? `?${query}` : ''}`
  if (method === 'GET' || method === 'DELETE') return [url, { method, headers }]
  if (content) return [url, { method, headers, body: input['content'] as BodyInit }]
  return [url, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }]
}

/** One function per verb; each throws a ShopFailure where the service refuses. */
export function createShopClient(options: ShopClientOptions): Calls {
  const send = options.fetch ?? fetch
  const call = (target: Target) => async (input: Input = {}): Promise<unknown> => {
    const [url, init] = request(target, input, options)
    const answer = await send(url, init)
    if (answer.status === 204) return undefined
    if (answer.ok && target.stream) return answer.body
    if (answer.ok && target.file) return answer.blob()
    const reply = (await answer.json()) as { readonly data: unknown }
    if (!answer.ok) throw new ShopFailure(reply as unknown as Problem)
    return reply.data
  }
  return Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, call(target)])) as unknown as Calls
}
