// Effects of a save on the whole shop, for its dry run: languages that shoppers lose, and another base currency.
import type { App } from '#core/contract.js'
import { currency, type Entity, settings } from '#core/surface.js'
import type { DryRun, WireRow } from './shape.js'

type ShopEffects = Pick<DryRun, 'languages' | 'base'>

function getActiveLanguages({ language_tag: first, active_languages: active }: WireRow): ReadonlySet<string> {
  return new Set(
    [first, ...(Array.isArray(active) ? active : [])].filter((tag) => typeof tag === 'string' && tag !== ''),
  ) as Set<string>
}

async function findRemovedLanguages({ context }: App, before: WireRow, after: WireRow): Promise<ShopEffects> {
  const remaining = getActiveLanguages(after)
  const removed = [...getActiveLanguages(before)].filter((tag) => !remaining.has(tag))
  const languages = await Promise.all(
    removed.map(async (language) => {
      const sql = "SELECT COUNT(*) AS texts FROM svc_texts WHERE language_tag = ? AND text <> ''"
      const [row] = await context.database.query<{ readonly texts: number | string }>(sql, [language])
      return { language, texts: Number(row?.texts ?? 0) }
    }),
  )
  return languages.length === 0 ? {} : { languages }
}

async function findBaseChange(app: App, before: WireRow | null, after: WireRow): Promise<ShopEffects> {
  if (after['is_base'] !== true || before?.['is_base'] === true) return {}
  const all = await app.shop.visit({}).list(currency)
  const from = all.find(({ values }) => values.is_base === true)?.values.code ?? ''
  return { base: { from, to: String(after['code']), multiplicator: Number(after['multiplicator'] ?? 0) } }
}

/**
 * Reads the state before the save, so call it outside of the transaction that rehearses the save.
 * @param before null for a new record
 */
export async function findShopEffects(app: App, entity: Entity, before: WireRow | null, after: WireRow): Promise<ShopEffects> {
  if (entity.name === settings.name && before !== null) return findRemovedLanguages(app, before, after)
  return entity.name === currency.name ? findBaseChange(app, before, after) : {}
}
