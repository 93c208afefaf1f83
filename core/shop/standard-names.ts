// The names of countries and currencies in a language that is added to a shop, from the data of the runtime.
import { flatKey } from '../foundation/language.js'
import type { EntityDefinition } from '../model/entity/define.js'
import { country } from '../model/entities/store/country.js'
import { currency } from '../model/entities/store/currency.js'
import { requireEntity } from '../model/registry.js'
import { listMissingTexts } from '../storage/record/text-gaps.js'
import type { ServiceContext, TransactionContext } from '../storage/service-context.js'

/** More than there are countries or currencies. */
const recordLimit = 10_000

interface CodedEntity {
  readonly entity: EntityDefinition
  /** The field of the name. */
  readonly field: string
  /** The field of the code. */
  readonly code: string
  readonly type: 'currency' | 'region'
}

const codedEntities: readonly CodedEntity[] = [
  { entity: country, field: 'name', code: 'iso2', type: 'region' },
  { entity: currency, field: 'title', code: 'code', type: 'currency' },
]

/** Null for a language that the runtime does not know. */
const findNames = (language: string, type: CodedEntity['type']): Intl.DisplayNames | null =>
  Intl.DisplayNames.supportedLocalesOf(language).length === 0 ? null : new Intl.DisplayNames(language, { type, fallback: 'none' })

/** The codes of an installation are of the right form, but the runtime does not know all of them. */
function findName(names: Intl.DisplayNames, code: unknown): string | undefined {
  try {
    return names.of(String(code))
  } catch {
    return undefined
  }
}

/**
 * Fills the missing names of countries and currencies in a language. Existing names stay.
 * @param source a language in which the names exist. Its name is used for a code that the runtime does not know
 */
export async function addMissingNames(
  inside: ServiceContext & TransactionContext,
  source: string,
  language: string,
): Promise<void> {
  for (const { entity, field, code, type } of codedEntities) {
    const names = findNames(language, type)
    if (names === null) continue
    const gapQuery = { entity: requireEntity(inside.context.registry, entity.name), source, language }
    const gaps = await listMissingTexts(inside.unit, gapQuery, recordLimit, 0)
    const sourceNames = new Map(gaps.filter((gap) => gap.field === field).map(({ id, texts }) => [id, texts[source]]))
    for (const { id, values } of await inside.list(entity.name)) {
      if (!sourceNames.has(id)) continue
      const name = findName(names, values[code]) ?? sourceNames.get(id)
      if (name !== undefined) await inside.write(entity, { [flatKey(field, language)]: name }, { id })
    }
  }
}
