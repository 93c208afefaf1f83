// The texts that a shop gets with an added language: names of countries and currencies, and the default texts of notifications.
import { addStandardNames } from '../shop/standard-names.js'
import type { Context } from '../storage/context.js'
import type { Records } from '../storage/records.js'
import { ServiceContext } from '../storage/service-context.js'
import { addNotificationTexts } from './notification/default-notifications.js'

/**
 * Fills missing texts of which the service knows a standard. Existing texts stay.
 * @param source an active language in which the texts exist
 */
export async function addLanguageTexts(
  services: { readonly context: Context; readonly records: Records },
  source: string,
  language: string,
): Promise<void> {
  await addStandardNames(services, source, language)
  await addNotificationTexts(new ServiceContext(services.context), source, language)
}
