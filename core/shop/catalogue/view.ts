// Draws the published catalogue for shop fronts: texts in one language, figures in one currency, nothing that is hidden.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { GroupView } from '../../engine/program/cells.js'
import { figuresPerQuestion } from '../../engine/program/program.js'
import type { QuestionType } from '../../engine/question/define.js'
import { flatKey } from '../../ground/language/tags.js'
import type { AnswerView, ExampleView, PageView, ProductSummary, ProductView, QuestionView, ShopView } from './define.js'
import { amountReply, type AmountReply } from '../price.js'
import type { CompiledProduct } from '../../product/programs.js'
import type { PublishedRecord, PublishedTree, Values } from '../../product/published-tree.js'
import type { Shop } from '../shop.js'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const plain = (value: unknown): string => (typeof value === 'string' ? value : '')
const name = (value: unknown): string | null => plain(value) || null

export function shopView(shop: Shop): ShopView {
  const currency = ({ code, symbol, decimals }: Shop['currency']): ShopView['currency'] => ({ code, symbol, decimals })
  return {
    name: shop.name,
    language: shop.language,
    languages: shop.languages,
    currency: currency(shop.currency),
    currencies: shop.currencies.map(currency),
    b2b: shop.b2b,
    may_see_prices: shop.maySeePrices,
  }
}

/** The text in the shop's language, else in the store default; null in a field that is not in force. */
function said(values: Values, field: string, shop: Shop): string {
  if (values[field] === null) return ''
  return plain(values[flatKey(field, shop.language)]) || plain(values[field])
}

/** What a fixed net figure costs this shopper; null where prices are not to be seen. */
function amount(net: number | null, shop: Shop, taxClassId: number | null): AmountReply | null {
  return net === null || !shop.maySeePrices ? null : amountReply(toAmount(net), shop, taxClassId)
}

/** @param basePrice net, of the shopper's group */
export function summaryView(id: number, values: Values, basePrice: number, shop: Shop): ProductSummary {
  return {
    id,
    label: said(values, 'label', shop),
    title: said(values, 'title', shop),
    description: said(values, 'description', shop),
    sku: name(values.sku),
    price: amount(basePrice, shop, number(values.tax_class_id)),
    price_label: said(values, 'pricelabel', shop),
    custom_price_text: said(values, 'custom_price_text', shop),
    image: name(values.image),
  }
}

/** Those that are published, or cannot be otherwise, in order. */
function ordered(records: readonly PublishedRecord[]): readonly PublishedRecord[] {
  const open = records.filter((record) => record.values.published !== false)
  return open.toSorted((a, b) => Number(a.values.ordering ?? 0) - Number(b.values.ordering ?? 0))
}

/** A field of the product that may leave the decision to the settings' field of the same name. */
type Switch =
  | 'page_nav_tabs'
  | 'page_nav_block_on_missing'
  | 'price_overview_net'
  | 'price_overview_taxes'
  | 'price_overview_questions'

class ProductDrawing {
  private readonly group: GroupView
  private readonly answers = new Map<unknown, PublishedRecord[]>()

  constructor(
    private readonly tree: PublishedTree,
    private readonly product: CompiledProduct,
    private readonly shop: Shop,
  ) {
    this.group = product.program.group(shop.customerGroupId)
    for (const answer of tree.answers) {
      const held = this.answers.get(answer.values.question_id)
      if (held) held.push(answer)
      else this.answers.set(answer.values.question_id, [answer])
    }
  }

  /** A switch of the product, or the shop-wide one that it leaves it to. */
  private switched(field: Switch): boolean {
    const own = this.tree.product.values[field]
    return own === 'inherit' || own === null ? this.shop.settings[field] === true : own === 'yes'
  }

  /** Net; 0 where it is calculated. */
  private recurring(answer: number): number {
    const calculated = this.product.program.answerCalculation[answer * figuresPerQuestion + 1]! >= 0
    return calculated ? 0 : this.group.answerRecurring[answer]!
  }

  private answer({ id, values }: PublishedRecord, question: Values): AnswerView {
    const index = this.product.program.answerIndex.get(id)
    const fixed = index !== undefined && this.group.answerPriceCalculation[index] === -1 ? this.group.answerPrice[index]! : 0
    const again = index !== undefined && this.product.program.source.use_recurring_pricing ? this.recurring(index) : 0
    const own = plain(values.display_while_disabled)
    const shown = own === '' || own === 'like_question' ? question.display_while_disabled : own
    return {
      id,
      title: said(values, 'title', this.shop),
      sku: name(values.sku),
      description: said(values, 'description', this.shop),
      display_while_disabled: shown === 'grey_out' ? 'grey_out' : 'hide',
      available: values.available !== false,
      availability_date: name(values.availability_date),
      price: fixed === 0 ? null : amount(fixed, this.shop, this.product.taxClassId),
      price_recurring: again === 0 ? null : amount(again, this.shop, this.product.taxClassRecurringId),
      picker_image: name(values.picker_image),
      image: name(values.image),
      visualization_image: name(values.visualization_image),
      visualization_stacking: number(values.visualization_stacking) ?? 1,
    }
  }

  /** What the question's type tells shop fronts. */
  private settings(type: QuestionType, values: Values): Readonly<Record<string, unknown>> {
    const own = Object.entries(type.properties).flatMap(([field, { apiSensitive, translatable }]) =>
      apiSensitive ? [] : [[field, translatable ? said(values, field, this.shop) : (values[field] ?? null)] as const],
    )
    const settings = Object.fromEntries(own)
    return type.shown ? type.shown(settings) : settings
  }

  private question({ id, values }: PublishedRecord): QuestionView {
    const type = this.product.program.types.questionTypes.get(plain(values.question_type))
    return {
      ...(type ? this.settings(type, values) : {}),
      id,
      title: said(values, 'title', this.shop),
      question_type: plain(values.question_type),
      description: said(values, 'description', this.shop),
      description_display: plain(values.description_display) || 'under_title',
      title_display: plain(values.title_display) || 'label',
      css_classes: plain(values.css_classes),
      image: name(values.image),
      display_while_disabled: values.display_while_disabled === 'grey_out' ? 'grey_out' : 'hide',
      show_in_overview: values.show_in_overview === true,
      unit: said(values, 'unit', this.shop),
      answers: type?.takesAnswers ? (this.answers.get(id) ?? []).map((answer) => this.answer(answer, values)) : [],
    }
  }

  private page({ id, values }: PublishedRecord): PageView {
    return {
      id,
      title: said(values, 'title', this.shop),
      description: said(values, 'description', this.shop),
      css_classes: plain(values.css_classes),
      questions: this.tree.questions
        .filter((question) => question.values.page_id === id)
        .map((question) => this.question(question)),
    }
  }

  draw(): ProductView {
    const { shop, product, tree } = this
    const { id, values } = tree.product
    const { source } = product.program
    const recurring = source.use_recurring_pricing
      ? { label: said(values, 'pricelabel_recurring', shop), interval: said(values, 'recurring_interval', shop) }
      : null
    return {
      ...summaryView(id, values, this.group.basePrice, shop),
      longdescription: said(values, 'longdescription', shop),
      catalog_version: Number(source.catalog_version),
      was_price: amount(number(values.was_price) || null, shop, product.taxClassId),
      recurring,
      dispatch_time: number(values.dispatch_time) || null,
      show_buy_button: values.show_buy_button === true,
      guidance: source.guidance ?? 'off',
      page_nav_tabs: this.switched('page_nav_tabs'),
      page_nav_block_on_missing: this.switched('page_nav_block_on_missing'),
      price_overview_net: this.switched('price_overview_net'),
      price_overview_taxes: this.switched('price_overview_taxes'),
      price_overview_questions: this.switched('price_overview_questions'),
      weight_unit: plain(shop.settings.weight_unit),
      visualization_image: values.visualization_type === 'composite' ? name(values.visualization_image) : null,
      examples: ordered(tree.records('example')).map((example) => ({
        id: example.id,
        title: said(example.values, 'title', shop),
        description: said(example.values, 'description', shop),
        selections: (example.values.selections ?? []) as ExampleView['selections'],
      })),
      detail_panes: ordered(tree.records('product-detail-pane')).map((pane) => ({
        heading: said(pane.values, 'heading', shop),
        content: said(pane.values, 'content', shop),
      })),
      pages: tree.pages.map((page) => this.page(page)),
    }
  }
}

/** One product as its configurator shows it. */
export function productView(tree: PublishedTree, product: CompiledProduct, shop: Shop): ProductView {
  return new ProductDrawing(tree, product, shop).draw()
}

/** The base price of the group in ten-thousandths, as units; for products that are listed without being compiled. */
export function listedBasePrice(values: Values, customerGroupId: number | null): number {
  const overrides = Array.isArray(values.baseprice_overrides) ? (values.baseprice_overrides as readonly Override[]) : []
  const own = overrides.find((override) => override.customer_group_id === customerGroupId)
  return fromAmount(toAmount(own ? own.price : (number(values.baseprice) ?? 0)))
}

interface Override {
  readonly customer_group_id: number
  readonly price: number
}
