// The list "Ready to publish?": missing parts of an unpublished product. The workshop adds the findings of its check.
import { entityModel, productEditing, requireEntity, textGaps } from '#core/surface.js'
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
  const missing: { language: string; count: number }[] = []
  for (const language of languages.filter((tag) => tag !== source)) {
    let count = 0
    for (const [name, rows] of tree) {
      const ids = rows.map(({ id: recordId }: { readonly id: number }) => recordId)
      const counts = await textGaps.countGapsByRecord(database, { entity: requireEntity(registry, name), source, language, ids })
      for (const gaps of counts.values()) count += gaps
    }
    if (count > 0) missing.push({ language, count })
  }
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
