// The letterhead of documents and mails: the shop's name and address at the moment of writing.
import { store } from '../../model/entities/store/store.js'
import { readShopTimeZone } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Letterhead } from './define.js'
import { findById } from '../../storage/record/snapshot.js'
import { getRecordText } from '../../foundation/language.js'
import { country } from '../../model/entities/store/country.js'
import { parseLetterhead } from './texts.js'

/** The country's name in the document's language; '' for none. */
export async function readCountryName(work: ServiceContext, id: number | null, language: string): Promise<string> {
  const record = findById(await work.records(country), id)
  return record ? getRecordText(record, 'name', language) || record.name : ''
}

/** @param url the address of the shop; stored only if it is absolute */
export async function buildLetterhead(work: ServiceContext, language: string, url: string): Promise<Letterhead> {
  const [own] = await work.records(store)
  return parseLetterhead({
    ...own,
    url: /^https?:/.test(url) ? url : '',
    country: await readCountryName(work, own?.country_id ?? null, language),
    time_zone: await readShopTimeZone(work),
  })
}
