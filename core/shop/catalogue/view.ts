// Builds the catalogue replies for shop fronts: texts in one language, prices in one currency, without hidden data.
import { type Amount, fromAmount, toAmount } from '../../engine/money/amount.js'
import type { GroupView } from '../../engine/program/state-view.js'
import { measuresPerQuestion } from '../../engine/program/program.js'
import type { QuestionType } from '../../engine/question/question-type.js'
import { getRecordText } from '../../foundation/language/tags.js'
import type { answer as answerEntity } from '../../model/entities/catalog/answer.js'
import { example as exampleEntity } from '../../model/entities/catalog/example.js'
import type { page as pageEntity } from '../../model/entities/catalog/page.js'
import { productDetailPane } from '../../model/entities/catalog/product-detail-pane.js'
import type { product as productEntity } from '../../model/entities/catalog/product.js'
import type { question as questionEntity } from '../../model/entities/catalog/question.js'
import type { AnswerView, PageView, ProductSummary, ProductView, QuestionView, ShopView } from './define.js'
import { currencyView } from '../currency.js'
import { amountReply, type AmountReply } from '../price.js'
import type { CompiledProduct } from '../../product/programs.js'
import { type InForce, openInOrder, type Published, type PublishedTree } from '../../product/published-tree.js'
import type { Shop } from '../shop.js'

/** Converts an empty text to null. */
const orNone = (text: string | null): string | null => text || null

type Values = Readonly<Record<string, unknown>>

export function shopView(shop: Shop): ShopView {
  return {
    name: shop.name,
    language: shop.language,
    languages: shop.languages,
    currency: currencyView(shop.currency),
    currencies: shop.currencies.map(currencyView),
    b2b: shop.b2b,
    may_see_prices: shop.maySeePrices,
    time_zone: shop.timeZone,
  }
}

/** The text in the shop's language, else in the store default; '' if the field does not apply. */
function said<V extends Values>(values: V, field: keyof V & string, shop: Shop): string {
  return values[field] === null ? '' : getRecordText(values, field, shop.language) || getRecordText(values, field)
}

/** A fixed net amount as a price for this shopper; null if prices are hidden. */
function amount(net: number | null, shop: Shop, taxClassId: number | null): AmountReply | null {
  return net === null || !shop.maySeePrices ? null : amountReply(toAmount(net), shop, taxClassId)
}

/** The lowest price for this shopper; null if it is zero, unknown or hidden. */
export function fromPriceView(least: Amount | undefined, shop: Shop, taxClassId: number | null): AmountReply | null {
  return least === undefined || least <= 0 || !shop.maySeePrices ? null : amountReply(least, shop, taxClassId)
}

/**
 * @param basePrice net, for the shopper's group
 * @param least net in the base currency, if known
 */
export function summaryView(
  values: InForce<typeof productEntity>,
  basePrice: number,
  shop: Shop,
  least?: Amount,
): ProductSummary {
  return {
    id: values.id,
    label: said(values, 'label', shop),
    title: said(values, 'title', shop),
    description: said(values, 'description', shop),
    sku: orNone(values.sku),
    price: amount(basePrice, shop, values.tax_class_id),
    from_price: fromPriceView(least, shop, values.tax_class_id),
    price_label: said(values, 'pricelabel', shop),
    custom_price_text: said(values, 'custom_price_text', shop),
    image: orNone(values.image),
    ...(values.image_focus && { image_focus: values.image_focus }),
  }
}

/** Product fields that can inherit the setting of the same name. */
type Switch =
  | 'page_nav_tabs'
  | 'page_nav_block_on_missing'
  | 'price_overview_net'
  | 'price_overview_taxes'
  | 'price_overview_questions'

class ProductDrawing {
  private readonly group: GroupView
  private readonly answers = new Map<number, Published<typeof answerEntity>[]>()

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

  /** The product's value of the field, or the shop's if it inherits. */
  private switched(field: Switch): boolean {
    const own = this.tree.product.values[field]
    return own === 'inherit' || own === null ? this.shop.settings[field] === true : own === 'yes'
  }

  /** Net recurring price; 0 if it is calculated. */
  private recurring(answer: number): number {
    const calculated = this.product.program.answerCalculation[answer * measuresPerQuestion + 1]! >= 0
    return calculated ? 0 : this.group.answerRecurring[answer]!
  }

  private answer({ id, values }: Published<typeof answerEntity>, question: InForce<typeof questionEntity>): AnswerView {
    const index = this.product.program.answerIndex.get(id)
    const fixed = index !== undefined && this.group.answerPriceCalculation[index] === -1 ? this.group.answerPrice[index]! : 0
    const again = index !== undefined && this.product.program.source.use_recurring_pricing ? this.recurring(index) : 0
    const own = values.display_while_disabled
    const shown = own === 'like_question' ? question.display_while_disabled : own
    return {
      id,
      title: said(values, 'title', this.shop),
      sku: orNone(values.sku),
      description: said(values, 'description', this.shop),
      display_while_disabled: shown,
      available: values.available !== false,
      availability_date: values.availability_date,
      price: fixed === 0 ? null : amount(fixed, this.shop, this.product.taxClassId),
      price_recurring: again === 0 ? null : amount(again, this.shop, this.product.taxClassRecurringId),
      picker_image: orNone(values.picker_image),
      ...(values.picker_image_focus && { picker_image_focus: values.picker_image_focus }),
      image: orNone(values.image),
      ...(values.image_focus && { image_focus: values.image_focus }),
      visualization_image: orNone(values.visualization_image),
      visualization_stacking: values.visualization_stacking ?? 1,
    }
  }

  /** The settings that the question's type exposes to shop fronts. */
  private settings(type: QuestionType, values: Values): Readonly<Record<string, unknown>> {
    const own = Object.entries(type.properties).flatMap(([field, { apiSensitive, translatable }]) =>
      apiSensitive ? [] : [[field, translatable ? said(values, field, this.shop) : (values[field] ?? null)] as const],
    )
    const settings = Object.fromEntries(own)
    return type.shown ? type.shown(settings) : settings
  }

  private question({ id, values }: Published<typeof questionEntity>): QuestionView {
    const type = this.product.program.types.questionTypes.get(values.question_type)
    return {
      ...(type ? this.settings(type, values) : {}),
      id,
      title: said(values, 'title', this.shop),
      question_type: values.question_type,
      description: said(values, 'description', this.shop),
      description_display: values.description_display || 'under_title',
      title_display: values.title_display || 'label',
      css_classes: values.css_classes,
      image: orNone(values.image),
      display_while_disabled: values.display_while_disabled,
      show_in_overview: values.show_in_overview === true,
      unit: said(values, 'unit', this.shop),
      answers: type?.takesAnswers ? (this.answers.get(id) ?? []).map((answer) => this.answer(answer, values)) : [],
    }
  }

  private page({ id, values }: Published<typeof pageEntity>): PageView {
    return {
      id,
      title: said(values, 'title', this.shop),
      description: said(values, 'description', this.shop),
      css_classes: values.css_classes,
      questions: this.tree.questions
        .filter((question) => question.values.page_id === id)
        .map((question) => this.question(question)),
    }
  }

  draw(): ProductView {
    const { shop, product, tree } = this
    const { values } = tree.product
    const { source } = product.program
    const recurring = source.use_recurring_pricing
      ? { label: said(values, 'pricelabel_recurring', shop), interval: said(values, 'recurring_interval', shop) }
      : null
    return {
      ...summaryView(values, this.group.basePrice, shop),
      longdescription: said(values, 'longdescription', shop),
      catalog_version: Number(source.catalog_version),
      was_price: amount(values.was_price || null, shop, product.taxClassId),
      recurring,
      dispatch_time: values.dispatch_time || null,
      show_buy_button: values.show_buy_button === true,
      min_quantity: product.quantities.min,
      max_quantity: product.quantities.max,
      quantity_step: product.quantities.step,
      guidance: source.guidance ?? 'off',
      page_nav_tabs: this.switched('page_nav_tabs'),
      page_nav_block_on_missing: this.switched('page_nav_block_on_missing'),
      price_overview_net: this.switched('price_overview_net'),
      price_overview_taxes: this.switched('price_overview_taxes'),
      price_overview_questions: this.switched('price_overview_questions'),
      weight_unit: shop.settings.weight_unit ?? '',
      visualization_image: values.visualization_type === 'composite' ? orNone(values.visualization_image) : null,
      examples: openInOrder(tree.records(exampleEntity)).map((example) => ({
        id: example.id,
        title: said(example.values, 'title', shop),
        description: said(example.values, 'description', shop),
        selections: example.values.selections,
      })),
      detail_panes: openInOrder(tree.records(productDetailPane)).map((pane) => ({
        heading: said(pane.values, 'heading', shop),
        content: said(pane.values, 'content', shop),
      })),
      pages: tree.pages.map((page) => this.page(page)),
    }
  }
}

/** One product with the data for its configurator page. */
export function productView(tree: PublishedTree, product: CompiledProduct, shop: Shop): ProductView {
  return new ProductDrawing(tree, product, shop).draw()
}

/** The group's base price, in currency units. For listed products, which are not compiled. */
export function listedBasePrice(values: InForce<typeof productEntity>, customerGroupId: number | null): number {
  const own = values.baseprice_overrides?.find((override) => override.customer_group_id === customerGroupId)
  return fromAmount(toAmount(own ? own.price : (values.baseprice ?? 0)))
}
