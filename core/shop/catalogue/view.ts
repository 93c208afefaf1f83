// Builds the catalogue replies for shop fronts: texts in one language, prices in one currency, without hidden data.
import { type Amount, fromAmount, toAmount } from '../../engine/money/amount.js'
import { type GroupView, measuresPerQuestion } from '../../engine/program/program.js'
import type { QuestionType } from '../../engine/question/question-type.js'
import { getRecordText } from '../../foundation/language.js'
import type { answer as answerEntity } from '../../model/entities/catalog/answer.js'
import { example as exampleEntity } from '../../model/entities/catalog/example.js'
import type { page as pageEntity } from '../../model/entities/catalog/page.js'
import { productDetailPane } from '../../model/entities/catalog/product-detail-pane.js'
import { galleryNumbers, type product as productEntity } from '../../model/entities/catalog/product.js'
import type { question as questionEntity } from '../../model/entities/catalog/question.js'
import type { AnswerView, PageView, ProductSummary, ProductView, QuestionView, ShopView } from './define.js'
import { toCurrencyView, type Shop } from '../shop.js'
import { calculateAmount, type AmountReply } from '../price.js'
import type { CompiledProduct } from '../../product/compiled-products.js'
import {
  type ApplicableRecord,
  selectPublished,
  type TypedPublishedRecord,
  type PublishedTree,
} from '../../product/published-tree.js'

/** Converts an empty text to null. */
const emptyToNull = (text: string | null): string | null => text || null

type RecordValues = Readonly<Record<string, unknown>>

export function toShopView(shop: Shop): ShopView {
  return {
    name: shop.name,
    language: shop.language,
    languages: shop.languages,
    currency: toCurrencyView(shop.currency),
    currencies: shop.currencies.map(toCurrencyView),
    b2b: shop.b2b,
    may_see_prices: shop.maySeePrices,
    time_zone: shop.timeZone,
  }
}

/** The text in the shop's language, else in the store default; '' if the field does not apply. */
function translateField<V extends RecordValues>(values: V, field: keyof V & string, shop: Shop): string {
  return values[field] === null ? '' : getRecordText(values, field, shop.language) || getRecordText(values, field)
}

/** A fixed net amount as a price for this shopper; null if prices are hidden. */
function toFixedPrice(net: number | null, shop: Shop, taxClassId: number | null): AmountReply | null {
  return net === null || !shop.maySeePrices ? null : calculateAmount(toAmount(net), shop, taxClassId)
}

/** The lowest price for this shopper; null if it is zero, unknown or hidden. */
export function toLowestPrice(least: Amount | undefined, shop: Shop, taxClassId: number | null): AmountReply | null {
  return least === undefined || least <= 0 || !shop.maySeePrices ? null : calculateAmount(least, shop, taxClassId)
}

/**
 * @param basePrice net, for the shopper's group
 * @param least net in the base currency, if known
 */
export function toProductSummary(
  values: ApplicableRecord<typeof productEntity>,
  basePrice: number,
  shop: Shop,
  least?: Amount,
): ProductSummary {
  return {
    id: values.id,
    label: translateField(values, 'label', shop),
    title: translateField(values, 'title', shop),
    description: translateField(values, 'description', shop),
    sku: emptyToNull(values.sku),
    price: toFixedPrice(basePrice, shop, values.tax_class_id),
    from_price: toLowestPrice(least, shop, values.tax_class_id),
    price_label: translateField(values, 'pricelabel', shop),
    custom_price_text: translateField(values, 'custom_price_text', shop),
    image: emptyToNull(values.image),
    ...(values.image_focus && { image_focus: values.image_focus }),
  }
}

/** Product fields that can inherit the setting of the same name. */
type InheritedSwitch =
  | 'page_nav_tabs'
  | 'page_nav_block_on_missing'
  | 'price_overview_net'
  | 'price_overview_taxes'
  | 'price_overview_questions'

class ProductViewBuilder {
  private readonly group: GroupView
  private readonly answers = new Map<number, TypedPublishedRecord<typeof answerEntity>[]>()

  constructor(
    private readonly tree: PublishedTree,
    private readonly product: CompiledProduct,
    private readonly shop: Shop,
  ) {
    this.group = product.program.group(shop.customerGroupId)
    for (const answer of tree.answers) {
      const siblings = this.answers.get(answer.values.question_id)
      if (siblings) siblings.push(answer)
      else this.answers.set(answer.values.question_id, [answer])
    }
  }

  /** The product's value of the field, or the shop's if it inherits. */
  private resolveSwitch(field: InheritedSwitch): boolean {
    const own = this.tree.product.values[field]
    return own === 'inherit' || own === null ? this.shop.settings[field] === true : own === 'yes'
  }

  /** Net recurring price; 0 if it is calculated. */
  private recurring(answer: number): number {
    const calculated = this.product.program.answerCalculation[answer * measuresPerQuestion + 1]! >= 0
    return calculated ? 0 : this.group.answerRecurring[answer]!
  }

  private answer(
    { id, values }: TypedPublishedRecord<typeof answerEntity>,
    question: ApplicableRecord<typeof questionEntity>,
  ): AnswerView {
    const index = this.product.program.answerIndex.get(id)
    const fixed = index !== undefined && this.group.answerPriceCalculation[index] === -1 ? this.group.answerPrice[index]! : 0
    const again = index !== undefined && this.product.program.source.use_recurring_pricing ? this.recurring(index) : 0
    const own = values.display_while_disabled
    const displayOption = own === 'like_question' ? question.display_while_disabled : own
    return {
      id,
      title: translateField(values, 'title', this.shop),
      sku: emptyToNull(values.sku),
      description: translateField(values, 'description', this.shop),
      display_while_disabled: displayOption,
      available: values.available !== false,
      availability_date: values.availability_date,
      price: fixed === 0 ? null : toFixedPrice(fixed, this.shop, this.product.taxClassId),
      price_recurring: again === 0 ? null : toFixedPrice(again, this.shop, this.product.taxClassRecurringId),
      picker_image: emptyToNull(values.picker_image),
      ...(values.picker_image_focus && { picker_image_focus: values.picker_image_focus }),
      image: emptyToNull(values.image),
      ...(values.image_focus && { image_focus: values.image_focus }),
      visualization_image: emptyToNull(values.visualization_image),
      visualization_stacking: values.visualization_stacking ?? 1,
    }
  }

  /** The settings that the question's type exposes to shop fronts. */
  private settings(type: QuestionType, values: RecordValues): Readonly<Record<string, unknown>> {
    const own = Object.entries(type.properties).flatMap(([field, { apiSensitive, translatable }]) =>
      apiSensitive ? [] : [[field, translatable ? translateField(values, field, this.shop) : (values[field] ?? null)] as const],
    )
    const settings = Object.fromEntries(own)
    return type.shown ? type.shown(settings) : settings
  }

  private question({ id, values }: TypedPublishedRecord<typeof questionEntity>): QuestionView {
    const type = this.product.program.types.questionTypes.get(values.question_type)
    return {
      ...(type ? this.settings(type, values) : {}),
      id,
      title: translateField(values, 'title', this.shop),
      question_type: values.question_type,
      description: translateField(values, 'description', this.shop),
      description_display: values.description_display || 'under_title',
      title_display: values.title_display || 'label',
      css_classes: values.css_classes,
      image: emptyToNull(values.image),
      display_while_disabled: values.display_while_disabled,
      show_in_overview: values.show_in_overview === true,
      unit: translateField(values, 'unit', this.shop),
      answers: type?.takesAnswers ? (this.answers.get(id) ?? []).map((answer) => this.answer(answer, values)) : [],
    }
  }

  private page({ id, values }: TypedPublishedRecord<typeof pageEntity>): PageView {
    return {
      id,
      title: translateField(values, 'title', this.shop),
      description: translateField(values, 'description', this.shop),
      css_classes: values.css_classes,
      questions: this.tree.questions
        .filter((question) => question.values.page_id === id)
        .map((question) => this.question(question)),
    }
  }

  build(): ProductView {
    const { shop, product, tree } = this
    const { values } = tree.product
    const { source } = product.program
    const composed = values.visualization_type === 'composite' ? emptyToNull(values.visualization_image) : null
    const recurring = source.use_recurring_pricing
      ? {
          label: translateField(values, 'pricelabel_recurring', shop),
          interval: translateField(values, 'recurring_interval', shop),
        }
      : null
    return {
      ...toProductSummary(values, this.group.basePrice, shop),
      longdescription: translateField(values, 'longdescription', shop),
      catalog_version: Number(source.catalog_version),
      was_price: toFixedPrice(values.was_price || null, shop, product.taxClassId),
      recurring,
      dispatch_time: values.dispatch_time || null,
      show_buy_button: values.show_buy_button === true,
      min_quantity: product.quantities.min,
      max_quantity: product.quantities.max,
      quantity_step: product.quantities.step,
      guidance: source.guidance ?? 'off',
      page_nav_tabs: this.resolveSwitch('page_nav_tabs'),
      page_nav_block_on_missing: this.resolveSwitch('page_nav_block_on_missing'),
      price_overview_net: this.resolveSwitch('price_overview_net'),
      price_overview_taxes: this.resolveSwitch('price_overview_taxes'),
      price_overview_questions: this.resolveSwitch('price_overview_questions'),
      weight_unit: shop.settings.weight_unit ?? '',
      visualization_image: composed,
      gallery: [
        ...(composed === null ? [] : [values.image]),
        ...galleryNumbers.map((number) => values[`image_${number}` as const]),
      ].filter((name): name is string => !!name && name !== composed),
      examples: selectPublished(tree.records(exampleEntity)).map((example) => ({
        id: example.id,
        title: translateField(example.values, 'title', shop),
        description: translateField(example.values, 'description', shop),
        selections: example.values.selections,
      })),
      detail_panes: selectPublished(tree.records(productDetailPane)).map((pane) => ({
        heading: translateField(pane.values, 'heading', shop),
        content: translateField(pane.values, 'content', shop),
      })),
      pages: tree.pages.map((page) => this.page(page)),
    }
  }
}

/** One product with the data for its configurator page. */
export function buildProductView(tree: PublishedTree, product: CompiledProduct, shop: Shop): ProductView {
  return new ProductViewBuilder(tree, product, shop).build()
}

/** The group's base price, in currency units. For listed products, which are not compiled. */
export function getBasePrice(values: ApplicableRecord<typeof productEntity>, customerGroupId: number | null): number {
  const own = values.baseprice_overrides?.find((override) => override.customer_group_id === customerGroupId)
  return fromAmount(toAmount(own ? own.price : (values.baseprice ?? 0)))
}
