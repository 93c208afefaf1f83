// The names of countries and currencies in a language that is added to a shop, from the data of the runtime.
import { flatKey } from '../foundation/language.js'
import type { Context } from '../storage/context.js'
import { listMissingTexts } from '../storage/record/text-gaps.js'
import type { Records } from '../storage/records.js'
import { ServiceContext } from '../storage/service-context.js'

/** More than there are countries or currencies. */
const recordLimit = 10_000

const codedEntities = [
  { name: 'country', field: 'name', code: 'iso2', type: 'region' },
  { name: 'currency', field: 'title', code: 'code', type: 'currency' },
] as const

/**
 * Fills the missing names of countries and currencies. Existing names stay. Does nothing for a language that the runtime does not know.
 * @param source a language in which the names exist
 */
export async function addStandardNames(
  { context, records }: { readonly context: Context; readonly records: Records },
  source: string,
  language: string,
): Promise<void> {
  if (Intl.DisplayNames.supportedLocalesOf(language).length === 0) return
  for (const { name: entityName, field, code, type } of codedEntities) {
    const entity = context.registry.entities.get(entityName)!
    const gaps = await listMissingTexts(context.database, { entity, source, language }, recordLimit, 0)
    const sourceNames = new Map(gaps.filter((gap) => gap.field === field).map(({ id, texts }) => [id, texts[source]]))
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' })
    const rows = (await new ServiceContext(context).list(entity.name)).filter(({ id }) => sourceNames.has(id))
    await records.unit(async (own) => {
      for (const { id, values } of rows) {
        // The runtime does not know every currency that the installation stores.
        const name = names.of(String(values[code])) ?? sourceNames.get(id)
        if (name !== undefined) await own.write(entity.name, { [flatKey(field, language)]: name }, { id })
      }
    })
  }
}
