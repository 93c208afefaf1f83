// Reads the shop's published content pages: imprint, privacy policy, terms and others.
import { getRecordText } from '../../foundation/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { contentPage } from '../../model/entities/store/content-page.js'
import { store } from '../../model/entities/store/store.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { ContentPageSummary } from './define.js'

export type PageRecord = RecordOf<typeof contentPage>

/** The text in the language, else in the store default. */
export const translatePageField = (page: PageRecord, field: 'content' | 'label' | 'title', language: string): string =>
  getRecordText(page, field, language) || getRecordText(page, field)

export function toPageSummary(page: PageRecord, language: string): ContentPageSummary {
  return {
    id: page.id,
    label: translatePageField(page, 'label', language),
    title: translatePageField(page, 'title', language),
    kind: page.kind,
    in_footer: page.in_footer === true,
  }
}

/** The published pages, in their order. */
export async function loadPublishedPages(work: ServiceContext): Promise<readonly PageRecord[]> {
  const pages = (await work.records(contentPage)).filter(({ published }) => published === true)
  return pages.toSorted((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
}

export async function listContentPages(work: ServiceContext, language: string): Promise<readonly ContentPageSummary[]> {
  return (await loadPublishedPages(work)).map((page) => toPageSummary(page, language))
}

/** The pages that mails link to: all except free pages, whether or not the footer contains them. */
export async function listMailPages(work: ServiceContext, language: string): Promise<readonly ContentPageSummary[]> {
  return (await listContentPages(work, language)).filter(({ kind }) => kind !== 'free')
}

/** The shop's terms as rich text: the page of that kind, else the text of the store. */
export async function readTermsText(work: ServiceContext, language: string): Promise<string> {
  const page = (await loadPublishedPages(work)).find(({ kind }) => kind === 'terms')
  const content = page === undefined ? '' : translatePageField(page, 'content', language)
  const [own] = await work.records(store)
  return content || (own ? getRecordText(own, 'terms', language) || own.terms : '')
}

/** The path of a page below the language prefix. */
export const toPagePath = ({ label, id }: Pick<ContentPageSummary, 'id' | 'label'>): string =>
  `/page/${encodeURIComponent(label || String(id))}`
