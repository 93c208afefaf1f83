// The list "Ready to publish?": missing parts of an unpublished product. The workshop adds the findings of its check.
import { requireEntity, textGaps, entityModel, productEditing } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../../gate/admin-scope.js'
import type { ProductReadiness } from './shape.js'
import { requireProduct } from './workshop-tree.js'

type Values = Readonly<Record<string, unknown>>

/** Fields with a price, a text in its place, or a calculation of it. */
const isPriced = (values: Values): boolean =>
  ['baseprice', 'baseprice_recurring', 'price', 'price_recurring'].some((name) => Number(values[name] ?? 0) !== 0) ||
  ['calcmodel', 'calcmodel_recurring', 'custom_price_text'].some((name) => (values[name] ?? '') !== '')

/** `GET workshop/<product id>/readiness` (catalog:read). */
export async function readProductReadiness(scope: AdminScope): Promise<Reply> {
  const { app } = scope
  const { registry, database } = app.context
  const id = requireProduct(scope)
  const { snapshot } = await loadSettingsSnapshot(scope)
  const { languages, defaultLanguage: source } = snapshot
  const tree = (await productEditing.loadProductTree(app.context, database, id, languages)) ?? new Map()
  const records = [...tree].flatMap(([name, rows]) => {
    const entity = requireEntity(registry, name)
    return rows.map(({ values }: { readonly values: Values }) => ({ entity, values }))
  })
  const product: Values = records[0]?.values ?? {}
  const context = await app.shop.createContext({}).at()
  const [shop] = await context.list('store')
  const rates = await context.list('tax-rate', { column: 'tax_class_id', values: [Number(product['tax_class_id'] ?? 0)] })
  const classes = await context.list('tax-class', { column: 'id', values: [Number(product['tax_class_id'] ?? 0)] })
  const missing = languages
    .filter((tag) => tag !== source)
    .flatMap((tag) => {
      const count = records.reduce((sum, { entity, values }) => {
        const missingLanguages = textGaps
          .listTranslatedFields(entity)
          .filter(
            (field) =>
              (values[textGaps.flatKey(field, source)] ?? '') !== '' && (values[textGaps.flatKey(field, tag)] ?? '') === '',
          )
        return sum + missingLanguages.length
      }, 0)
      return count === 0 ? [] : [{ language: tag, count }]
    })
  return createJsonReply({
    hasPrice: records.some(({ values }) => isPriced(values)),
    hasTax:
      rates.some(({ values }) => values['country_id'] === (shop?.values['country_id'] ?? null)) ||
      classes.some(({ values }) => Number(values['default_rate'] ?? 0) > 0),
    hasPicture: records.some(({ entity, values }) =>
      entityModel
        .listFileProperties(entity)
        .some(({ name }) => (values[name] ?? '') !== '' && ['product', 'answer'].includes(entity.name)),
    ),
    missingTexts: missing,
  } satisfies ProductReadiness)
}
