// Texts that are only a copy of the default language: finds them, and confirms that a text is the same in both languages.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textGaps } from '#core/surface.js'
import type { AdminSessionReply, FormField } from '../../api/shape.js'
import type { SameTexts } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { queryClient } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import { getKeyLanguage, isApplicableField } from './form-values.js'

const sameTextsQuery = queryOptions({
  queryKey: ['same-texts'],
  staleTime: 60_000,
  queryFn: ({ signal }) => requestBody<SameTexts>('GET', 'translations/same', { signal }),
})

/** Texts that are the same in a language. */
export function useSameTexts(enabled = true): SameTexts['texts'] {
  return useQuery({ ...sameTextsQuery, enabled }).data?.texts ?? []
}

/** The keys of texts that are only copies of the default language. Leaves out confirmed texts. */
export function findCopiedKeys(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  languages: AdminSessionReply['languages'],
  sameTexts: SameTexts['texts'],
): ReadonlySet<string> {
  const source = languages.find((language) => language.default)?.tag ?? ''
  const copied = new Set<string>()
  for (const field of fields) {
    if (field.keys.length < 2 || field.oftenEqual || !isApplicableField(field, values)) continue
    const original = values[field.keys.find((key) => getKeyLanguage(field, key) === source) ?? '']
    for (const key of field.keys) {
      const language = getKeyLanguage(field, key) ?? ''
      if (!textGaps.isCopiedText(values[key], original, language, source)) continue
      if (!sameTexts.some((same) => same.language === language && same.text === original)) copied.add(key)
    }
  }
  return copied
}

/** Refreshes everything that counts missing texts. */
async function refreshMissingTexts(): Promise<void> {
  const keys = ['same-texts', 'translation-counts', 'dashboard', 'workshop', 'list']
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.includes(String(queryKey[0])) })
}

/** The text needs a translation again. */
export async function unmarkAsSame(language: string, text: string): Promise<void> {
  try {
    await requestBody('DELETE', 'translations/same', { body: { language, text } })
    await Promise.all([refreshMissingTexts(), queryClient.invalidateQueries({ queryKey: ['translations'] })])
  } catch (error) {
    showErrorToast(error)
  }
}

/** The text counts as translated in all records, with an undo. False if the server refused it. */
export async function markAsSame(language: string, label: string, text: string): Promise<boolean> {
  try {
    await requestBody('POST', 'translations/same', { body: { language, text } })
  } catch (error) {
    showErrorToast(error)
    return false
  }
  await refreshMissingTexts()
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  showToast({
    text: t('sameConfirmed', { text: shown, language: label }),
    action: { label: t('undo'), run: () => unmarkAsSame(language, text) },
  })
  return true
}

interface CopyNoteProps {
  readonly id: string
  readonly text: string
  readonly language: { readonly tag: string; readonly label: string }
  /** The name of the default language. */
  readonly source: string
}

/** The note below a text that is only a copy. */
export function CopyNote({ id, text, language, source }: CopyNoteProps): ReactNode {
  return (
    <p className="help copied" id={id}>
      {t('copiedText', { language: source })}{' '}
      <button type="button" className="link" onClick={() => void markAsSame(language.tag, language.label, text)}>
        {t('sameIn', { language: language.label })}
      </button>
    </p>
  )
}
