// The texts that a shop gets with an added language: names of countries and currencies, and the default texts of notifications.
import { settings } from '../model/entities/store/settings.js'
import { addMissingNames } from '../shop/standard-names.js'
import type { RecordEffect } from '../storage/context.js'
import { ServiceContext } from '../storage/service-context.js'
import { addNotificationTexts } from './notification/default-notifications.js'

/** Fills missing texts in the added languages of which the service knows a standard. Existing texts stay. */
const addTextsInNewLanguages: RecordEffect = async (context, { unit, before: { languages, defaultLanguage } }) => {
  const inside = await new ServiceContext(context).within(unit).at()
  for (const language of inside.versionedSnapshot.snapshot.languages) {
    if (languages.includes(language)) continue
    await addMissingNames(inside, defaultLanguage, language)
    await addNotificationTexts(inside, defaultLanguage, language)
  }
}

/** The effects of stored records, by entity. */
export const recordEffects: ReadonlyMap<string, RecordEffect> = new Map([[settings.name, addTextsInNewLanguages]])
